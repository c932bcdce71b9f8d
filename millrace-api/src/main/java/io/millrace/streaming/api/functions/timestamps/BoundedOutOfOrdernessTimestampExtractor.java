// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.timestamps;

import io.millrace.streaming.api.functions.AssignerWithPeriodicWatermarks;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;

/** For records that come late by at most a known time; older form of bounded out-of-orderness. */
public abstract class BoundedOutOfOrdernessTimestampExtractor<T>
        implements AssignerWithPeriodicWatermarks<T> {

    private static final long serialVersionUID = 1L;

    private final long maxOutOfOrderness;
    private long currentMaxTimestamp;
    private long lastEmittedWatermark = Long.MIN_VALUE;

    /**
     * How late a record may come.
     *
     * @throws IllegalArgumentException when negative
     */
    public BoundedOutOfOrdernessTimestampExtractor(Duration maxOutOfOrderness) {
        if (maxOutOfOrderness.isNegative()) {
            throw new IllegalArgumentException(
                    "Out-of-orderness must not be negative, but is " + maxOutOfOrderness + '.');
        }
        this.maxOutOfOrderness = maxOutOfOrderness.toMillis();
        this.currentMaxTimestamp = Long.MIN_VALUE + this.maxOutOfOrderness;
    }

    /**
     * How late a record may come.
     *
     * @throws IllegalArgumentException when negative
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public BoundedOutOfOrdernessTimestampExtractor(Time maxOutOfOrderness) {
        this(Time.toDuration(maxOutOfOrderness));
    }

    /** Milliseconds. */
    public long getMaxOutOfOrdernessInMillis() {
        return maxOutOfOrderness;
    }

    /** The record's timestamp in milliseconds. */
    public abstract long extractTimestamp(T element);

    @Override
    public final Watermark getCurrentWatermark() {
        lastEmittedWatermark =
                Math.max(lastEmittedWatermark, currentMaxTimestamp - maxOutOfOrderness);
        return new Watermark(lastEmittedWatermark);
    }

    @Override
    public final long extractTimestamp(T element, long previousElementTimestamp) {
        long timestamp = extractTimestamp(element);
        currentMaxTimestamp = Math.max(currentMaxTimestamp, timestamp);
        return timestamp;
    }
}
