// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Functions that see timestamps, timers and side outputs, and the older assigners of timestamps.
 */
package io.millrace.streaming.api.functions;
