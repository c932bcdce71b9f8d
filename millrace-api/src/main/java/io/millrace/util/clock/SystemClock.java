// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.clock;

/** The clock of the machine. */
public final class SystemClock extends Clock {

    private static final SystemClock INSTANCE = new SystemClock();

    private SystemClock() {}

    /** There is one. */
    public static SystemClock getInstance() {
        return INSTANCE;
    }

    @Override
    public long absoluteTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public long relativeTimeMillis() {
        return System.nanoTime() / 1_000_000;
    }

    @Override
    public long relativeTimeNanos() {
        return System.nanoTime();
    }
}
