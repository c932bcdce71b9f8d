// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Flink's package {@code util.concurrent}, of which the JDBC connector uses a factory of threads.
 */
package io.millrace.flink.util.concurrent;
