// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Internal;

/**
 * A rate taken from a counter: the mean over a span of the past, refreshed at each {@link View}
 * interval.
 */
@Internal
public class MeterView implements Meter, View {

    private static final int DEFAULT_TIME_SPAN_IN_SECONDS = 60;

    private final Counter counter;
    private final int timeSpanInSeconds;

    /** The count at each refresh, in a ring one longer than the span. */
    private final long[] counts;

    private int newest;

    /** Written by the thread of the metrics, read by any. */
    private volatile double currentRate;

    /** A rate with a counter of its own, over a span in seconds. */
    public MeterView(int timeSpanInSeconds) {
        this(new SimpleCounter(), timeSpanInSeconds);
    }

    /** The rate of a counter, over a minute. */
    public MeterView(Counter counter) {
        this(counter, DEFAULT_TIME_SPAN_IN_SECONDS);
    }

    /** The rate of a counter, over a span in seconds, which is rounded down to whole intervals. */
    public MeterView(Counter counter, int timeSpanInSeconds) {
        this.counter = counter;
        this.timeSpanInSeconds =
                Math.max(
                        timeSpanInSeconds - timeSpanInSeconds % UPDATE_INTERVAL_SECONDS,
                        UPDATE_INTERVAL_SECONDS);
        this.counts = new long[this.timeSpanInSeconds / UPDATE_INTERVAL_SECONDS + 1];
    }

    /** The rate of a number that counts up, over a minute; events can't be marked on it. */
    public MeterView(Gauge<? extends Number> numberGauge) {
        this(new GaugeWrapper(numberGauge));
    }

    @Override
    public void markEvent() {
        counter.inc();
    }

    @Override
    public void markEvent(long n) {
        counter.inc(n);
    }

    @Override
    public long getCount() {
        return counter.getCount();
    }

    @Override
    public double getRate() {
        return currentRate;
    }

    @Override
    public void update() {
        newest = (newest + 1) % counts.length;
        counts[newest] = counter.getCount();
        long oldestCount = counts[(newest + 1) % counts.length];
        currentRate = (double) (counts[newest] - oldestCount) / timeSpanInSeconds;
    }

    /** A number seen as a counter. */
    static class GaugeWrapper implements Counter {

        private final Gauge<? extends Number> numberGauge;

        GaugeWrapper(Gauge<? extends Number> numberGauge) {
            this.numberGauge = numberGauge;
        }

        private static UnsupportedOperationException readOnly() {
            return new UnsupportedOperationException(
                    "This meter reads a gauge; events can't be marked on it.");
        }

        @Override
        public void inc() {
            throw readOnly();
        }

        @Override
        public void inc(long n) {
            throw readOnly();
        }

        @Override
        public void dec() {
            throw readOnly();
        }

        @Override
        public void dec(long n) {
            throw readOnly();
        }

        @Override
        public long getCount() {
            return numberGauge.getValue().longValue();
        }
    }
}
