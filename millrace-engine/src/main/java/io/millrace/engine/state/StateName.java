// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/** Timers, states in namespaces and other states are named independently of each other. */
public record StateName(Room room, String name) {

    /** What bears the name. */
    public enum Room {
        STATE,
        NAMESPACED,
        TIMERS
    }

    /** The kind of timers. */
    public static final String TIMERS = "timers";

    /** The name of what is of this kind, in these namespaces. */
    public static StateName of(String kind, NamespaceType namespaces, String name) {
        Room room =
                kind.equals(TIMERS) ? Room.TIMERS : namespaces.any() ? Room.NAMESPACED : Room.STATE;
        return new StateName(room, name);
    }
}
