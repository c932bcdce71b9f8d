// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import java.io.IOException;
import java.util.List;

/**
 * Slices at a freeze: written as state in namespaces, each slice being one. Beside it, for one key
 * of each key group, where the last window began that was shown of the group.
 */
final class FrozenSlices<K, I, A> implements FrozenSection<K> {

    private final WindowPanesSpec<I, A> spec;
    private final TypeSerializer<A> accumulators;
    private final String type;
    private final KeyedRows<K, I, A> keyed;
    private final List<Slice> slices;
    private final long[] marks;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;

    /** One slice. */
    record Slice(Span span, TableImage image) {}

    FrozenSlices(
            WindowPanesSpec<I, A> spec,
            TypeSerializer<A> accumulators,
            String type,
            KeyedRows<K, I, A> keyed,
            List<Slice> slices,
            long[] marks,
            int maxParallelism,
            KeyGroupRange keyGroups) {
        this.spec = spec;
        this.accumulators = accumulators;
        this.type = type;
        this.keyed = keyed;
        this.slices = slices;
        this.marks = marks;
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
    }

    @Override
    public boolean isEmpty() {
        return slices.isEmpty();
    }

    @Override
    public void write(StateFileWriter writer, TypeSerializer<K> keys, String keyType)
            throws IOException {
        Object[] ofGroups = new Object[marks.length];
        writer.beginState(
                spec.name(),
                spec.kind(),
                type,
                StateShape.of(accumulators),
                NamespaceType.of(spec.namespaces()));
        for (Slice slice : slices) {
            slice.image.<IOException>forEach(
                    (page, slot) -> {
                        A accumulator = keyed.rows.peek(page, slot, 0);
                        if (accumulator == null) {
                            return;
                        }
                        K key = keyed.key(page, slot);
                        ofGroups[
                                        KeyGroups.keyGroup(key.hashCode(), maxParallelism)
                                                - keyGroups.first()] =
                                key;
                        DataOutputView entry = writer.beginEntry();
                        keys.serialize(key, entry);
                        FrozenPanes.writeSpan(slice.span, entry);
                        accumulators.serialize(accumulator, entry);
                        writer.endEntry();
                    });
        }
        writer.endState();
        writer.beginState(spec.timers(), "value", "Long", StateShape.NONE);
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
