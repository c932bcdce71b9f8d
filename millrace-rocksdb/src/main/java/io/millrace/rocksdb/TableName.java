// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.engine.state.NamespaceType;

/** Timers, states in namespaces and other states are named independently of each other. */
record TableName(Room room, String name) {

    /** What bears the name. */
    enum Room {
        STATE,
        NAMESPACED,
        TIMERS
    }

    static final String TIMERS = "timers";

    static TableName of(String kind, NamespaceType namespaces, String name) {
        Room room =
                kind.equals(TIMERS) ? Room.TIMERS : namespaces.any() ? Room.NAMESPACED : Room.STATE;
        return new TableName(room, name);
    }
}
