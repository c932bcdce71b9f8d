// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.time;

import io.millrace.annotation.Public;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A length of time with its unit.
 *
 * @deprecated {@link Duration} says the same, and all calls take it.
 */
@Public
@Deprecated
public final class Time {

    private final TimeUnit unit;
    private final long size;

    private Time(long size, TimeUnit unit) {
        this.unit = Objects.requireNonNull(unit, "The unit of a time must not be null");
        this.size = size;
    }

    /** The same length in the newer form. */
    public static Duration toDuration(Time time) {
        return Duration.of(time.size, time.unit.toChronoUnit());
    }

    /** The same length in the older form, in milliseconds. */
    public static Time of(Duration duration) {
        return milliseconds(duration.toMillis());
    }

    public TimeUnit getUnit() {
        return unit;
    }

    /** In its unit. */
    public long getSize() {
        return size;
    }

    /** In milliseconds; lengths beyond the range of long are as long as it can tell. */
    public long toMilliseconds() {
        return unit.toMillis(size);
    }

    /** The same length in the newer form. */
    public Duration toDuration() {
        return toDuration(this);
    }

    public static Time of(long size, TimeUnit unit) {
        return new Time(size, unit);
    }

    public static Time milliseconds(long milliseconds) {
        return of(milliseconds, TimeUnit.MILLISECONDS);
    }

    public static Time seconds(long seconds) {
        return of(seconds, TimeUnit.SECONDS);
    }

    public static Time minutes(long minutes) {
        return of(minutes, TimeUnit.MINUTES);
    }

    public static Time hours(long hours) {
        return of(hours, TimeUnit.HOURS);
    }

    public static Time days(long days) {
        return of(days, TimeUnit.DAYS);
    }
}
