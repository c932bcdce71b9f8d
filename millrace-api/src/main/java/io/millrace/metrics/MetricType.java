// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** The kinds of figures. */
@Public
public enum MetricType {
    /** {@link Counter}. */
    COUNTER,
    /** {@link Meter}. */
    METER,
    /** {@link Gauge}. */
    GAUGE,
    /** {@link Histogram}. */
    HISTOGRAM
}
