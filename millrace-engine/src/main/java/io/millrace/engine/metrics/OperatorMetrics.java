// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.groups.OperatorMetricGroup;

/**
 * The counters of one operator in one subtask: written by its task with plain adds, read by anyone.
 */
public interface OperatorMetrics {

    /** The group handed to user functions. */
    OperatorMetricGroup group();
}
