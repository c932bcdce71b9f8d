// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.groups.OperatorIOMetricGroup;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import java.util.Map;

/**
 * Counters that nobody collects yet: what a user function registers works for that function. The
 * group does say where it belongs, which sinks use to tell their operator from others.
 */
public final class OperatorCounters implements OperatorMetrics {

    private final OperatorMetricGroup group;

    /**
     * @param variables of the group, under Flink's names: {@code <operator_id>} and the like
     */
    public OperatorCounters(Map<String, String> variables) {
        this.group =
                new Group(
                        UnregisteredMetricsGroup.createOperatorMetricGroup(),
                        Map.copyOf(variables));
    }

    @Override
    public OperatorMetricGroup group() {
        return group;
    }

    private static final class Group extends ForwardingMetricGroup implements OperatorMetricGroup {
        private final OperatorMetricGroup of;
        private final Map<String, String> variables;

        Group(OperatorMetricGroup of, Map<String, String> variables) {
            super(of);
            this.of = of;
            this.variables = variables;
        }

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return of.getIOMetricGroup();
        }

        @Override
        public Map<String, String> getAllVariables() {
            return variables;
        }
    }
}
