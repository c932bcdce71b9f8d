// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.metrics.CharacterFilter;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.Histogram;
import io.millrace.metrics.Meter;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.OperatorIOMetricGroup;
import io.millrace.metrics.groups.OperatorMetricGroup;
import java.util.HashMap;
import java.util.Map;

/** Keeps counters by name. */
final class FakeMetrics implements OperatorMetrics, OperatorMetricGroup {
    final Map<String, Counter> counters = new HashMap<>();

    long count(String name) {
        return counters.get(name).getCount();
    }

    @Override
    public OperatorMetricGroup group() {
        return this;
    }

    @Override
    public OperatorIOMetricGroup getIOMetricGroup() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Counter counter(String name) {
        return counters.computeIfAbsent(name, key -> new Count());
    }

    @Override
    public <C extends Counter> C counter(String name, C counter) {
        counters.put(name, counter);
        return counter;
    }

    @Override
    public <T, G extends Gauge<T>> G gauge(String name, G gauge) {
        return gauge;
    }

    @Override
    public <H extends Histogram> H histogram(String name, H histogram) {
        return histogram;
    }

    @Override
    public <M extends Meter> M meter(String name, M meter) {
        return meter;
    }

    @Override
    public MetricGroup addGroup(String name) {
        return this;
    }

    @Override
    public MetricGroup addGroup(String key, String value) {
        return this;
    }

    @Override
    public String[] getScopeComponents() {
        return new String[0];
    }

    @Override
    public Map<String, String> getAllVariables() {
        return Map.of();
    }

    @Override
    public String getMetricIdentifier(String metricName) {
        return metricName;
    }

    @Override
    public String getMetricIdentifier(String metricName, CharacterFilter filter) {
        return metricName;
    }

    private static final class Count implements Counter {
        private long count;

        @Override
        public void inc() {
            count++;
        }

        @Override
        public void inc(long n) {
            count += n;
        }

        @Override
        public void dec() {
            count--;
        }

        @Override
        public void dec(long n) {
            count -= n;
        }

        @Override
        public long getCount() {
            return count;
        }
    }
}
