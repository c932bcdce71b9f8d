// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** How values were spread at one moment. */
@Public
public abstract class HistogramStatistics {

    /** The value below which lies the share, 0 to 1, of values. */
    public abstract double getQuantile(double quantile);

    /** The values looked at. */
    public abstract long[] getValues();

    /** How many values were looked at. */
    public abstract int size();

    /** Their mean. */
    public abstract double getMean();

    /** Their standard deviation. */
    public abstract double getStdDev();

    /** The largest. */
    public abstract long getMax();

    /** The smallest. */
    public abstract long getMin();
}
