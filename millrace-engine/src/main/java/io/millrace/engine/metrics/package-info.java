// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Counters owned by their writer.
 *
 * <p>Stands on nothing. Written by: the task that owns them, without locks; read by any thread.
 * Never here: an exporter. Begin with {@link io.millrace.engine.metrics.OperatorMetrics}.
 */
package io.millrace.engine.metrics;
