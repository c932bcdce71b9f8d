// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Clocks, as the eventtime package's signatures name them. */
package io.millrace.util.clock;
