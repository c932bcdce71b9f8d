// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** {@code Time}, both classes of that name: a {@link Duration} takes its place. */
public final class Times {

    private Times() {}

    /** Whole milliseconds, the most there are if it is more: so Flink 1 took it when it used it. */
    public static Duration of(long size, TimeUnit unit) {
        return Duration.ofMillis(unit.toMillis(size));
    }

    public static Duration of(Duration duration) {
        return duration == null ? null : fromDuration(duration);
    }

    public static Duration fromDuration(Duration duration) {
        return Duration.ofMillis(duration.toMillis());
    }

    public static Duration milliseconds(long milliseconds) {
        return Duration.ofMillis(milliseconds);
    }

    public static Duration seconds(long seconds) {
        return of(seconds, TimeUnit.SECONDS);
    }

    public static Duration minutes(long minutes) {
        return of(minutes, TimeUnit.MINUTES);
    }

    public static Duration hours(long hours) {
        return of(hours, TimeUnit.HOURS);
    }

    public static Duration days(long days) {
        return of(days, TimeUnit.DAYS);
    }

    public static Duration toDuration(Duration time) {
        return time;
    }

    public static long toMilliseconds(Duration time) {
        return time.toMillis();
    }

    public static long toSeconds(Duration time) {
        return time.toSeconds();
    }
}
