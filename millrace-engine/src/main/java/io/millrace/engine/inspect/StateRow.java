// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import java.util.List;

/**
 * One value of a state, as {@link Shown} tells values.
 *
 * @param subtask which wrote it, from 0
 * @param key null for operator state
 * @param namespace the window, mostly; null where there is none
 * @param at the key in a map, the index in a list; null for what has but one value
 * @param value the value; of timers their time, in milliseconds since 1970
 * @param lastAccess in milliseconds since 1970; null where the state has no time to live
 */
public record StateRow(
        int subtask, Object key, Object namespace, Object at, Object value, Long lastAccess) {

    /**
     * What rows of a state have.
     *
     * @param name the state's
     * @param kind as in {@link io.millrace.engine.state.StateSummary#kind()}
     * @param keyed whether there are keys
     * @param namespaces type of the namespaces; empty for none
     * @param at what {@link StateRow#at} is: {@code map key}, {@code index}; empty for none
     * @param parts names of the parts that every value has; empty where it is one whole
     * @param timed whether there are times of the last access
     * @param unreadable why some of it is shown as bytes; null if nothing is
     */
    public record Columns(
            String name,
            String kind,
            boolean keyed,
            String namespaces,
            String at,
            List<String> parts,
            boolean timed,
            String unreadable) {

        static Columns of(EntryReader reader) {
            return new Columns(
                    reader.head().name(),
                    reader.head().kind(),
                    reader.head().isKeyed() || reader.head().kind().equals("raw-keyed"),
                    reader.head().namespaces().text(),
                    reader.isMap() ? "map key" : reader.isList() ? "index" : "",
                    reader.parts(),
                    reader.isTimed(),
                    reader.unreadable());
        }
    }

    /** Takes rows as they are read. The thread that reads. */
    public interface Sink {

        /** What all rows have; once, before the first. */
        void begin(Columns columns);

        /** Whether more are wanted. */
        boolean row(StateRow row);
    }
}
