// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.spi.Saturated;

/** Whole multiples of an interval. Pure. */
final class Intervals {

    private Intervals() {}

    static long check(String trigger, long interval) {
        if (interval <= 0) {
            throw new IllegalArgumentException(
                    trigger + " needs a positive interval, but it is " + interval + " ms");
        }
        return interval;
    }

    /** The first multiple after a time, the same below zero as above it. */
    static long nextAfter(long time, long interval) {
        return Saturated.add(time, interval - Math.floorMod(time, interval));
    }
}
