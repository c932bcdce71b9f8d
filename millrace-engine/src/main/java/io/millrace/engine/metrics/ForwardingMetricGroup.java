// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.metrics;

import io.millrace.metrics.CharacterFilter;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.Histogram;
import io.millrace.metrics.Meter;
import io.millrace.metrics.MetricGroup;
import java.util.Map;
import java.util.Objects;

/**
 * A metric group that is another one under a richer interface: sources and sinks get such groups.
 */
public abstract class ForwardingMetricGroup implements MetricGroup {

    private final MetricGroup group;

    protected ForwardingMetricGroup(MetricGroup group) {
        this.group = Objects.requireNonNull(group, "group");
    }

    @Override
    public Counter counter(String name) {
        return group.counter(name);
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        return group.counter(name, counter);
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        return group.gauge(name, gauge);
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
        return group.histogram(name, histogram);
    }

    @Override
    public <M extends Meter> M meter(String name, M meter) {
        return group.meter(name, meter);
    }

    @Override
    public MetricGroup addGroup(String name) {
        return group.addGroup(name);
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return group.addGroup(key, value);
    }

    @Override
    public String[] getScopeComponents() {
        return group.getScopeComponents();
    }

    @Override
    public Map<String, String> getAllVariables() {
        return group.getAllVariables();
    }

    @Override
    public String getMetricIdentifier(String metricName) {
        return group.getMetricIdentifier(metricName);
    }

    @Override
    public String getMetricIdentifier(String metricName, CharacterFilter filter) {
        return group.getMetricIdentifier(metricName, filter);
    }
}
