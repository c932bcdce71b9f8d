// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** How values are spread. */
@Public
public interface Histogram extends Metric {

    /** Adds a value. */
    void update(long value);

    /** How many values there were. */
    long getCount();

    /** How they are spread, as of now. */
    HistogramStatistics getStatistics();

    @Override
    default MetricType getMetricType() {
        return MetricType.HISTOGRAM;
    }
}
