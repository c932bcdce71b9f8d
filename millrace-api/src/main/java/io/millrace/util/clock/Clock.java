// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.clock;

/** A clock that also tells the time of day. */
public abstract class Clock implements RelativeClock {

    /** Milliseconds since the epoch. */
    public abstract long absoluteTimeMillis();

    @Override
    public abstract long relativeTimeMillis();

    @Override
    public abstract long relativeTimeNanos();
}
