// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.time;

/** The only clock of the engine; in a simulation somebody else turns its hands. Any thread. */
public interface Clock {

    /** Wall-clock time in milliseconds since 1970; may jump. */
    long millis();

    /**
     * The last millisecond of wall-clock time that is over. As long as the clock shows a
     * millisecond more may happen in it, so its time has not come yet: a window that ends with it
     * would be given twice.
     */
    default long lastPassedMs() {
        return millis() - 1;
    }

    /** Nanoseconds from an arbitrary origin; never goes back. For durations. */
    long nanos();

    /** The machine's own clock. */
    Clock SYSTEM =
            new Clock() {
                @Override
                public long millis() {
                    return System.currentTimeMillis();
                }

                @Override
                public long nanos() {
                    return System.nanoTime();
                }
            };
}
