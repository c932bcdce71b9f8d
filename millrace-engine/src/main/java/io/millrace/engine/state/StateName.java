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

    // Written out: those of records are made when first called, which a start would wait for.
    @Override
    public boolean equals(Object other) {
        return other instanceof StateName that && room == that.room && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode() * 31 + room.ordinal();
    }
}
