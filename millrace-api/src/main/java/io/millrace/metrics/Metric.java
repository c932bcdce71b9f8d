// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** Any figure. */
@Public
public interface Metric {

    /**
     * What kind it is.
     *
     * @throws UnsupportedOperationException where a class of the program's own does not say
     */
    default MetricType getMetricType() {
        throw new UnsupportedOperationException(
                getClass().getName() + " does not say what kind of metric it is.");
    }
}
