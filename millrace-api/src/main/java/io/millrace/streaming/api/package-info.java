// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Clocks and timers. */
package io.millrace.streaming.api;
