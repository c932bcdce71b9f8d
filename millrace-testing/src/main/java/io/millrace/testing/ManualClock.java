// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.engine.time.Clock;
import java.util.concurrent.TimeUnit;

/** A clock whose hands somebody else turns. One thread at a time. */
public final class ManualClock implements Clock {

    /**
     * Where a clock begins unless told otherwise: 2001-09-09T01:46:40Z, thirteen digits from the
     * start.
     */
    public static final long BEGINNING_MS = 1_000_000_000_000L;

    private long wallNanosOffset;
    private long nanos;

    /** The latest wall time before a jump. */
    private long latestBeforeJumpNanos = Long.MIN_VALUE;

    public ManualClock() {
        this(BEGINNING_MS);
    }

    /**
     * @param millis what the wall clock shows at first, in milliseconds since 1970
     */
    public ManualClock(long millis) {
        wallNanosOffset = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(wallNanosOffset + nanos);
    }

    /** The latest that {@link #millis} has ever been: later than it is after a jump back. */
    public long latestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(
                Math.max(latestBeforeJumpNanos, wallNanosOffset + nanos));
    }

    @Override
    public long nanos() {
        return nanos;
    }

    /**
     * Time passes, by both hands.
     *
     * @throws IllegalArgumentException when negative: {@link #nanos} never goes back
     */
    public void advanceNanos(long by) {
        if (by < 0) {
            throw new IllegalArgumentException(
                    "Time does not go back by " + by + " ns; see jumpMillis");
        }
        nanos += by;
    }

    /** Time passes, by both hands. */
    public void advanceMillis(long by) {
        advanceNanos(TimeUnit.MILLISECONDS.toNanos(by));
    }

    /** Somebody sets the wall clock, forwards or back; {@link #nanos} is not concerned. */
    public void jumpMillis(long by) {
        latestBeforeJumpNanos = Math.max(latestBeforeJumpNanos, wallNanosOffset + nanos);
        wallNanosOffset += TimeUnit.MILLISECONDS.toNanos(by);
    }
}
