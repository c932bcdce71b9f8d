// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.Histogram;
import io.millrace.metrics.Meter;
import io.millrace.metrics.Metric;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.OperatorIOMetricGroup;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import java.util.HashMap;
import java.util.Map;

/**
 * What is counted in one subtask of an operator: written down in the {@link MetricRegistry} of the
 * job, from where nobody takes it to other systems yet. The group says where it belongs, which
 * sinks use to tell their operator from others.
 */
public final class OperatorCounters implements OperatorMetrics {

    private final OperatorMetricGroup group;

    /**
     * @param variables of the group, under Flink's names: {@code <operator_id>} and the like
     */
    public OperatorCounters(
            Map<String, String> variables, MetricRegistry registry, String operator, int subtask) {
        OperatorMetricGroup unregistered = UnregisteredMetricsGroup.createOperatorMetricGroup();
        this.group =
                new OfOperator(
                        unregistered,
                        Map.copyOf(variables),
                        new Register(
                                registry, variables.get("<operator_id>"), operator, subtask, ""));
    }

    @Override
    public OperatorMetricGroup group() {
        return group;
    }

    /** Takes the metrics that are added. */
    private record Register(
            MetricRegistry registry,
            String operatorId,
            String operator,
            int subtask,
            String prefix) {

        void add(String name, Metric metric) {
            registry.add(
                    new MetricRegistry.Entry(operatorId, operator, subtask, prefix + name, metric));
        }

        Register under(String group) {
            return new Register(registry, operatorId, operator, subtask, prefix + group + '.');
        }
    }

    private static class Group extends ForwardingMetricGroup {
        private final MetricGroup of;
        private final Map<String, String> variables;
        private final Register register;

        Group(MetricGroup of, Map<String, String> variables, Register register) {
            super(of);
            this.of = of;
            this.variables = variables;
            this.register = register;
        }

        private <M extends Metric> M added(String name, M metric) {
            register.add(name, metric);
            return metric;
        }

        @Override
        public Counter counter(String name) {
            return added(name, super.counter(name));
        }

        @Override
        public <C extends Counter> C counter(String name, C counter) {
            return added(name, super.counter(name, counter));
        }

        @Override
        public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
            return added(name, super.<T, G>gauge(name, gauge));
        }

        @Override
        public <H extends Histogram> H histogram(String name, H histogram) {
            return added(name, super.histogram(name, histogram));
        }

        @Override
        public <M extends Meter> M meter(String name, M meter) {
            return added(name, super.meter(name, meter));
        }

        @Override
        public MetricGroup addGroup(String name) {
            return inner(of.addGroup(name), name, variables);
        }

        @Override
        public MetricGroup addGroup(String key, String value) {
            Map<String, String> more = new HashMap<>(variables);
            more.put('<' + key + '>', value);
            return inner(of.addGroup(key, value), key + '.' + value, Map.copyOf(more));
        }

        private MetricGroup inner(
                MetricGroup inner, String prefix, Map<String, String> itsVariables) {
            return new Group(inner, itsVariables, register.under(prefix));
        }

        @Override
        public Map<String, String> getAllVariables() {
            return variables;
        }
    }

    private static final class OfOperator extends Group implements OperatorMetricGroup {
        private final OperatorMetricGroup of;

        OfOperator(OperatorMetricGroup of, Map<String, String> variables, Register register) {
            super(of, variables, register);
            this.of = of;
        }

        @Override
        public OperatorIOMetricGroup getIOMetricGroup() {
            return of.getIOMetricGroup();
        }
    }
}
