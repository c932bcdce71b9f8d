// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

/** What a trigger wants done with a window: show its contents, forget them, both or neither. */
public enum TriggerResult {
    /** Nothing. */
    CONTINUE(false, false),
    /** Show the contents, then forget them. */
    FIRE_AND_PURGE(true, true),
    /** Show the contents, and keep them. */
    FIRE(true, false),
    /** Forget the contents; the window itself, and what the trigger keeps, stay. */
    PURGE(false, true);

    private final boolean fire;
    private final boolean purge;

    TriggerResult(boolean fire, boolean purge) {
        this.fire = fire;
        this.purge = purge;
    }

    /** Whether the contents are shown. */
    public boolean isFire() {
        return fire;
    }

    /** Whether the contents are forgotten. */
    public boolean isPurge() {
        return purge;
    }
}
