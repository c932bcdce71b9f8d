// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHeader;
import java.io.IOException;

/**
 * Where the last window began that was shown of each key group, at a freeze. It is written for one
 * key of each group that has anything; so who writes slices tells of the keys.
 */
final class SliceMarks<K> {

    private final StateHeader header;
    private final long[] marks;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private Object[] ofGroups;

    /**
     * @param marks by key group, from the first of them; Long.MIN_VALUE where none was shown
     */
    SliceMarks(StateHeader header, long[] marks, int maxParallelism, KeyGroupRange keyGroups) {
        this.header = header;
        this.marks = marks;
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
        this.ofGroups = new Object[marks.length];
    }

    String name() {
        return header.name();
    }

    /** A key that has something. */
    void note(K key) {
        int group = KeyGroups.keyGroup(key.hashCode(), maxParallelism);
        ofGroups[group - keyGroups.first()] = key;
    }

    /** What {@link #known} was when the snapshot before was written; null: nothing. */
    void begin(Object[] known) {
        ofGroups = known == null ? new Object[marks.length] : known.clone();
    }

    /** A key of each group that has, or had, anything. */
    Object[] known() {
        return ofGroups;
    }

    void write(StateFileWriter writer, TypeSerializer<K> keys) throws IOException {
        writer.beginState(header);
        for (int i = 0; i < marks.length; i++) {
            @SuppressWarnings("unchecked") // only Ks were put there
            K key = (K) ofGroups[i];
            if (key != null && marks[i] != Long.MIN_VALUE) {
                DataOutputView entry = writer.beginEntry();
                keys.serialize(key, entry);
                entry.writeLong(marks[i]);
                writer.endEntry();
            }
        }
        writer.endState();
    }
}
