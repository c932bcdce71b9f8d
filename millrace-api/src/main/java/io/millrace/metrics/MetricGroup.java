// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;
import java.util.Map;

/**
 * A place where metrics are registered by name. A name that is taken keeps its first metric, with a
 * warning.
 */
@Public
public interface MetricGroup {

    /** Registers a new counter. */
    default Counter counter(int name) {
        return counter(String.valueOf(name));
    }

    /** Registers a new counter. */
    Counter counter(String name);

    /** Registers a counter; returns it. */
    default <C extends Counter> C counter(int name, C counter) {
        return counter(String.valueOf(name), counter);
    }

    /** Registers a counter; returns it. */
    <C extends Counter> C counter(String name, C counter);

    /** Registers a gauge; returns it. */
    default <T, G extends Gauge<T>> G gauge(int name, G gauge) {
        return gauge(String.valueOf(name), gauge);
    }

    /** Registers a gauge; returns it. */
    <T, G extends Gauge<T>> G gauge(String name, G gauge);

    /** Registers a histogram; returns it. */
    <H extends Histogram> H histogram(String name, H histogram);

    /** Registers a histogram; returns it. */
    default <H extends Histogram> H histogram(int name, H histogram) {
        return histogram(String.valueOf(name), histogram);
    }

    /** Registers a meter; returns it. */
    <M extends Meter> M meter(String name, M meter);

    /** Registers a meter; returns it. */
    default <M extends Meter> M meter(int name, M meter) {
        return meter(String.valueOf(name), meter);
    }

    /** The group of that name in this one. */
    default MetricGroup addGroup(int name) {
        return addGroup(String.valueOf(name));
    }

    /** The group of that name in this one. */
    MetricGroup addGroup(String name);

    /** The group of that key in this one, and in it that of the value, which becomes a variable. */
    MetricGroup addGroup(String key, String value);

    /** The names from the outermost group to this one. */
    String[] getScopeComponents();

    /** The variables of this group and those around it. */
    Map<String, String> getAllVariables();

    /** The full name of a metric in this group. */
    String getMetricIdentifier(String metricName);

    /** The full name of a metric in this group, with characters replaced. */
    String getMetricIdentifier(String metricName, CharacterFilter filter);
}
