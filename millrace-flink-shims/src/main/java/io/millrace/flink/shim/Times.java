// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** {@code Time}, both classes of that name: a {@link Duration} takes its place. */
public final class Times {

    private Times() {}

    public static Duration of(long size, TimeUnit unit) {
        return Duration.of(size, unit.toChronoUnit());
    }

    public static Duration of(Duration duration) {
        return duration;
    }

    public static Duration fromDuration(Duration duration) {
        return duration;
    }

    public static Duration milliseconds(long milliseconds) {
        return Duration.ofMillis(milliseconds);
    }

    public static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    public static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    public static Duration hours(long hours) {
        return Duration.ofHours(hours);
    }

    public static Duration days(long days) {
        return Duration.ofDays(days);
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
