// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.time;

import io.millrace.annotation.Internal;
import io.millrace.util.clock.Clock;
import io.millrace.util.clock.SystemClock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.TimeoutException;

/** A moment by which something must be done. */
@Internal
public class Deadline {

    private final long timeNanos;
    private final Clock clock;

    private Deadline(long deadline, Clock clock) {
        this.timeNanos = deadline;
        this.clock = clock;
    }

    /** One that is later. */
    public Deadline plus(Duration other) {
        return new Deadline(addSaturated(timeNanos, other), clock);
    }

    /** How long there is; negative when it has passed. */
    public Duration timeLeft() {
        return Duration.ofNanos(Math.subtractExact(timeNanos, clock.relativeTimeNanos()));
    }

    /**
     * How long there is.
     *
     * @throws TimeoutException when it has passed
     */
    public Duration timeLeftIfAny() throws TimeoutException {
        Duration left = timeLeft();
        if (left.isNegative()) {
            throw new TimeoutException("The deadline has passed by " + left.negated() + '.');
        }
        return left;
    }

    /** Whether it is still to come. */
    public boolean hasTimeLeft() {
        return !isOverdue();
    }

    /** Whether it has passed. */
    public boolean isOverdue() {
        return timeNanos < clock.relativeTimeNanos();
    }

    /** Now. */
    public static Deadline now() {
        return fromNow(Duration.ZERO);
    }

    /** Some time from now. */
    public static Deadline fromNow(Duration duration) {
        return fromNowWithClock(duration, SystemClock.getInstance());
    }

    /** Some time from now, by a clock. */
    public static Deadline fromNowWithClock(Duration duration, Clock clock) {
        return new Deadline(addSaturated(clock.relativeTimeNanos(), duration), clock);
    }

    /** The sum; the latest moment there is if it is beyond that. */
    private static long addSaturated(long nanos, Duration duration) {
        try {
            return Math.addExact(nanos, duration.toNanos());
        } catch (ArithmeticException tooFar) {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public String toString() {
        return LocalDateTime.now(ZoneId.systemDefault()).plus(timeLeft()).toString();
    }
}
