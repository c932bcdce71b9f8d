// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Public;
import java.time.Duration;

/**
 * Watermarks for streams whose records may be late, but by no more than a bound: the watermark
 * stays that much, and one millisecond, behind the latest timestamp. The millisecond is there
 * because a watermark says that no record with its own timestamp follows, and one may.
 *
 * @param <T> the records
 */
@Public
public class BoundedOutOfOrdernessWatermarks<T> implements WatermarkGenerator<T> {

    /** The latest timestamp seen. */
    private long maxTimestamp = Long.MIN_VALUE;

    /** How late a record may be, in milliseconds. */
    private final long outOfOrdernessMillis;

    /**
     * Watermarks with a bound.
     *
     * @param maxOutOfOrderness how late a record may be, 0 or more
     */
    public BoundedOutOfOrdernessWatermarks(Duration maxOutOfOrderness) {
        checkNotNull(maxOutOfOrderness, "The bound on lateness is null.");
        checkArgument(
                !maxOutOfOrderness.isNegative(),
                "The bound on lateness must not be negative, but is %s.",
                maxOutOfOrderness);
        this.outOfOrdernessMillis = maxOutOfOrderness.toMillis();
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        maxTimestamp = Math.max(maxTimestamp, eventTimestamp);
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        output.emitWatermark(new Watermark(behind(maxTimestamp, outOfOrdernessMillis)));
    }

    /**
     * {@code timestamp - lateness - 1}, stopped at the lowest long instead of wrapping to the
     * highest.
     */
    private static long behind(long timestamp, long lateness) {
        // timestamp - lateness - 1 >= MIN_VALUE, arranged so that no step can overflow:
        // lateness is not negative, so MIN_VALUE + lateness is safe.
        long lowest = Long.MIN_VALUE + lateness;
        return timestamp <= lowest ? Long.MIN_VALUE : timestamp - lateness - 1;
    }
}
