// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.metrics;

import io.millrace.metrics.Histogram;
import io.millrace.metrics.HistogramStatistics;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A histogram of the last values: how many, is said when it is made. One thread adds, any may look:
 * what it sees is a moment that may be a few values old.
 */
public class DescriptiveStatisticsHistogram implements Histogram, Serializable {

    private static final long serialVersionUID = 1L;

    private final long[] window;
    private long count;

    /**
     * For so many values.
     *
     * @throws IllegalArgumentException when less than 1
     */
    public DescriptiveStatisticsHistogram(int windowSize) {
        if (windowSize < 1) {
            throw new IllegalArgumentException(
                    "A histogram needs a window of at least 1 value, not " + windowSize);
        }
        this.window = new long[windowSize];
    }

    @Override
    public synchronized void update(long value) {
        window[(int) (count++ % window.length)] = value;
    }

    @Override
    public synchronized long getCount() {
        return Math.min(count, window.length);
    }

    @Override
    public synchronized HistogramStatistics getStatistics() {
        return new SortedStatistics(Arrays.copyOf(window, (int) getCount()));
    }

    /** Of values at one moment. */
    private static final class SortedStatistics extends HistogramStatistics {

        private final long[] values;

        SortedStatistics(long[] values) {
            this.values = values;
            Arrays.sort(values);
        }

        /** Between two values the share of the way from one to the other. */
        @Override
        public double getQuantile(double quantile) {
            if (values.length == 0) {
                return Double.NaN;
            }
            double position = quantile * (values.length + 1);
            if (position < 1) {
                return values[0];
            }
            if (position >= values.length) {
                return values[values.length - 1];
            }
            int below = (int) position;
            return values[below - 1] + (position - below) * (values[below] - values[below - 1]);
        }

        @Override
        public long[] getValues() {
            return values.clone();
        }

        @Override
        public int size() {
            return values.length;
        }

        @Override
        public double getMean() {
            return Arrays.stream(values).average().orElse(Double.NaN);
        }

        @Override
        public double getStdDev() {
            if (values.length < 2) {
                return values.length == 0 ? Double.NaN : 0;
            }
            double mean = getMean();
            double squares = Arrays.stream(values).mapToDouble(v -> (v - mean) * (v - mean)).sum();
            return Math.sqrt(squares / (values.length - 1));
        }

        @Override
        public long getMax() {
            return values.length == 0 ? 0 : values[values.length - 1];
        }

        @Override
        public long getMin() {
            return values.length == 0 ? 0 : values[0];
        }
    }
}
