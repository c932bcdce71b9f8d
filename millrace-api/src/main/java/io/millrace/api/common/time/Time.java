// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.time;

import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * A length of time in a unit.
 *
 * @deprecated use {@link Duration}
 */
@Deprecated
@PublicEvolving
public final class Time implements Serializable {

    private static final long serialVersionUID = -350254188460915999L;

    private final TimeUnit unit;
    private final long size;

    private Time(long size, TimeUnit unit) {
        this.unit = checkNotNull(unit, "The unit of a length of time is null.");
        this.size = size;
    }

    /** The same length. */
    public static Duration toDuration(Time time) {
        return time.toDuration();
    }

    /** Its unit. */
    public TimeUnit getUnit() {
        return unit;
    }

    /** How many units it is. */
    public long getSize() {
        return size;
    }

    /** The same length. */
    public Duration toDuration() {
        return Duration.of(size, unit.toChronoUnit());
    }

    /** In milliseconds, rounded down. */
    public long toMilliseconds() {
        return unit.toMillis(size);
    }

    /** In seconds, rounded down. */
    public long toSeconds() {
        return unit.toSeconds(size);
    }

    @Override
    public String toString() {
        return toMilliseconds() + " ms";
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj
                || (obj instanceof Time other && toMilliseconds() == other.toMilliseconds());
    }

    @Override
    public int hashCode() {
        return Objects.hash(toMilliseconds());
    }

    /** So many units. */
    public static Time of(long size, TimeUnit unit) {
        return new Time(size, unit);
    }

    /** So many milliseconds. */
    public static Time milliseconds(long milliseconds) {
        return of(milliseconds, TimeUnit.MILLISECONDS);
    }

    /** So many seconds. */
    public static Time seconds(long seconds) {
        return of(seconds, TimeUnit.SECONDS);
    }

    /** So many minutes. */
    public static Time minutes(long minutes) {
        return of(minutes, TimeUnit.MINUTES);
    }

    /** So many hours. */
    public static Time hours(long hours) {
        return of(hours, TimeUnit.HOURS);
    }

    /** So many days. */
    public static Time days(long days) {
        return of(days, TimeUnit.DAYS);
    }

    /** The same length, in milliseconds, rounded down. */
    public static Time fromDuration(Duration duration) {
        return milliseconds(duration.toMillis());
    }
}
