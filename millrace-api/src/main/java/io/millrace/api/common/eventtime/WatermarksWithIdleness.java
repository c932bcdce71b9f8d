// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Public;
import io.millrace.util.clock.RelativeClock;
import io.millrace.util.clock.SystemClock;
import java.time.Duration;

/**
 * Adds idleness to another generator: when no record has come for some time, the stream is marked
 * idle until the next one.
 *
 * @param <T> the records
 */
@Public
public class WatermarksWithIdleness<T> implements WatermarkGenerator<T> {

    private final WatermarkGenerator<T> watermarks;
    private final RelativeClock clock;
    private final long maxIdleNanos;

    /** Counted up at each record: a record costs no look at the clock. */
    private long records;

    private long recordsAtLastLook;

    /**
     * When the clock was first seen without a record since the one before; only valid if {@link
     * #quiet}.
     */
    private long quietSinceNanos;

    private boolean quiet;
    private boolean idle;

    /**
     * Adds idleness by the clock of the machine.
     *
     * @param idleTimeout how long without a record, longer than nothing
     */
    public WatermarksWithIdleness(WatermarkGenerator<T> watermarks, Duration idleTimeout) {
        this(watermarks, idleTimeout, SystemClock.getInstance());
    }

    /**
     * Adds idleness by a clock.
     *
     * @param idleTimeout how long without a record, longer than nothing
     * @param clock what it is measured by
     */
    public WatermarksWithIdleness(
            WatermarkGenerator<T> watermarks, Duration idleTimeout, RelativeClock clock) {
        checkNotNull(idleTimeout, "The time after which a stream is idle is null.");
        checkArgument(
                !idleTimeout.isZero() && !idleTimeout.isNegative(),
                "The time after which a stream is idle must be longer than nothing, but is %s.",
                idleTimeout);
        this.watermarks = checkNotNull(watermarks, "The watermark generator is null.");
        this.clock = checkNotNull(clock, "The clock is null.");
        this.maxIdleNanos = toNanosSaturated(idleTimeout);
    }

    private static long toNanosSaturated(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            // Some 292 years: as good as never.
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
        if (idle) {
            idle = false;
            // At once: its watermark may be long in coming, and until then others would run ahead.
            output.markActive();
        }
        watermarks.onEvent(event, eventTimestamp, output);
        records++;
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
        if (hasBeenQuietTooLong()) {
            if (!idle) {
                output.markIdle();
                idle = true;
            }
        } else {
            watermarks.onPeriodicEmit(output);
        }
    }

    private boolean hasBeenQuietTooLong() {
        if (records != recordsAtLastLook) {
            recordsAtLastLook = records;
            quiet = false;
            return false;
        }
        long now = clock.relativeTimeNanos();
        if (!quiet) {
            quiet = true;
            quietSinceNanos = now;
            return false;
        }
        return now - quietSinceNanos > maxIdleNanos;
    }
}
