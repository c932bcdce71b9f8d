// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;

/** Counters that nobody collects yet: what a user function registers works for that function. */
public final class OperatorCounters implements OperatorMetrics {

    private final OperatorMetricGroup group = UnregisteredMetricsGroup.createOperatorMetricGroup();

    @Override
    public OperatorMetricGroup group() {
        return group;
    }
}
