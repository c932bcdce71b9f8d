// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/**
 * A value that is asked for when it is shown, from a thread of the metrics.
 *
 * @param <T> the value
 */
@Public
@FunctionalInterface
public interface Gauge<T> extends Metric {

    /** The value. */
    T getValue();

    @Override
    default MetricType getMetricType() {
        return MetricType.GAUGE;
    }
}
