// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** A number that goes up and down. */
@Public
public interface Counter extends Metric {

    /** Adds one. */
    void inc();

    /** Adds some. */
    void inc(long n);

    /** Takes one away. */
    void dec();

    /** Takes some away. */
    void dec(long n);

    /** The number. */
    long getCount();

    @Override
    default MetricType getMetricType() {
        return MetricType.COUNTER;
    }
}
