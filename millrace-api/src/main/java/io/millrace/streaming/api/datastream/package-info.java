// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Streams: each method records what is to be done, and nothing runs before the environment
 * executes.
 */
package io.millrace.streaming.api.datastream;
