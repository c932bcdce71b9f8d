// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** A rate of events. */
@Public
public interface Meter extends Metric {

    /** An event. */
    void markEvent();

    /** Several events. */
    void markEvent(long n);

    /** Events per second. */
    double getRate();

    /** Events in all. */
    long getCount();

    @Override
    default MetricType getMetricType() {
        return MetricType.METER;
    }
}
