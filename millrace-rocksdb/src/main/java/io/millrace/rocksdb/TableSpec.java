// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;

/**
 * What is in one column family: the entries of one state, or timers of one name.
 *
 * @param name the state's
 * @param kind as in {@link io.millrace.engine.state.StateSummary#kind()}
 * @param type logical type text
 * @param shape what is remembered of the type beside the text
 * @param namespaces their type
 * @param form how entries lie in it
 * @param ttlMs for how long entries live, by what is written with each of them, in milliseconds; 0
 *     where they don't expire
 */
record TableSpec(
        String name,
        String kind,
        String type,
        StateShape shape,
        NamespaceType namespaces,
        Form form,
        long ttlMs) {

    /** How entries lie. */
    enum Form {
        /** Ready for use; see {@link Entries}. */
        LIVE,
        /** As in a canonical file, under key group and a number: nobody has asked for it yet. */
        RAW
    }

    /** What a snapshot says of it. */
    StateHeader header() {
        return new StateHeader(name, kind, type, shape, namespaces);
    }

    StateName tableName() {
        return StateName.of(kind, namespaces, name);
    }

    /** Whether each value, element or entry of a map stands with its time, in an envelope. */
    boolean isTimed() {
        return type.endsWith(TimedSerializer.WITH_TIMES);
    }

    boolean is(String otherKind) {
        return kind.equals(otherKind);
    }
}
