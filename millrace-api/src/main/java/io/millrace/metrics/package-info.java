// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Figures that operators and programs show of themselves. */
package io.millrace.metrics;
