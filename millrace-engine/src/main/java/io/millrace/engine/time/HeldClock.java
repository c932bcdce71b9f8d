// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.time;

/**
 * A clock whose durations stand still while it is held: by it is measured how long somebody has had
 * nothing to say, and who may not speak must not be taken for one who has nothing to say. Held for
 * one reason at a time. One thread at a time.
 */
public final class HeldClock implements Clock {

    private final Clock clock;
    private long heldNanos;
    private long heldSinceNanos;
    private boolean held;

    /**
     * @param clock the clock that goes on, or itself stands still for reasons of its own
     */
    public HeldClock(Clock clock) {
        this.clock = clock;
    }

    /** From now on no time passes; idempotent. */
    public void hold() {
        if (!held) {
            held = true;
            heldSinceNanos = clock.nanos();
        }
    }

    /** From now on time passes; idempotent. */
    public void release() {
        if (held) {
            held = false;
            heldNanos += clock.nanos() - heldSinceNanos;
        }
    }

    /** The wall clock, which is never held. */
    @Override
    public long millis() {
        return clock.millis();
    }

    @Override
    public long nanos() {
        return (held ? heldSinceNanos : clock.nanos()) - heldNanos;
    }
}
