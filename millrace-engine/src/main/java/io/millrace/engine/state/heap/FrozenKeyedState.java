// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * All keyed state and timers of one operator's subtask at a freeze: images of tables, and carried
 * bytes.
 */
final class FrozenKeyedState<K> implements FrozenState {

    private final SnapshotLease lease;
    private final TypeSerializer<K> keySerializer;
    private final Boxed boxedKey;
    private final String keyType;
    private final StateShape keyShape;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final boolean empty;

    // Dropped at release, so that a snapshot kept by someone does not keep a whole table. The
    // lease, not this
    // field, is what the task looks at.
    private volatile List<Part> parts;
    private volatile List<FrozenSection<K>> panes;
    private volatile List<CarriedState> carried;

    private List<StateSummary> summaries = List.of();

    /**
     * One table.
     *
     * @param namespaces of the keys in the table, and what writes them: null where there are none
     * @param format writes values that are objects; null for timers
     * @param boxed makes the box of a value that is a long; null otherwise
     * @param survivors what is to be written of a value, null for nothing of it; itself null where
     *     all is
     */
    record Part(
            String name,
            String kind,
            String type,
            StateShape shape,
            NamespaceType namespaceType,
            TypeSerializer<?> namespaces,
            TableImage image,
            ValueFormat<?> format,
            Boxed boxed,
            UnaryOperator<Object> survivors) {}

    FrozenKeyedState(
            SnapshotLease lease,
            TypeSerializer<K> keySerializer,
            Boxed boxedKey,
            String keyType,
            StateShape keyShape,
            int maxParallelism,
            KeyGroupRange keyGroups,
            List<Part> parts,
            List<FrozenSection<K>> panes,
            List<CarriedState> carried) {
        this.lease = lease;
        this.keySerializer = keySerializer;
        this.boxedKey = boxedKey;
        this.keyType = keyType;
        this.keyShape = keyShape;
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
        this.parts = parts;
        this.panes = panes;
        this.carried = carried;
        this.empty =
                parts.stream().allMatch(part -> part.image.size() == 0)
                        && panes.stream().allMatch(FrozenSection::isEmpty)
                        && carried.stream().allMatch(state -> state.entries() == 0);
    }

    @Override
    public StateHandle.Kind kind() {
        return StateHandle.Kind.KEYED;
    }

    @Override
    public KeyGroupRange keyGroups() {
        return keyGroups;
    }

    @Override
    public boolean isEmpty() {
        return empty;
    }

    @Override
    public void write(DataOutputView out, StateCompression compression) throws IOException {
        List<Part> images = parts;
        List<FrozenSection<K>> windows = panes;
        List<CarriedState> bytes = carried;
        if (images == null || windows == null || bytes == null) {
            throw new IllegalStateException(
                    "The frozen keyed state was released before it was written.");
        }
        StateFileWriter writer =
                StateFileWriter.keyed(
                        out, compression, keyType, keyShape, maxParallelism, keyGroups);
        for (Part part : images) {
            writer.beginState(part.name, part.kind, part.type, part.shape, part.namespaceType);
            try {
                if (part.format == null) {
                    writeTimers(part, part.namespaces, writer);
                } else {
                    writeEntries(part, part.namespaces, part.format, writer);
                }
            } catch (RuntimeException | LinkageError e) {
                // A serializer failed, not the file: whose values it was given matters.
                throw new IOException(part.kind + " '" + part.name + "': " + e.getMessage(), e);
            }
            writer.endState();
        }
        for (FrozenSection<K> each : windows) {
            each.write(writer, keySerializer, keyType);
        }
        for (CarriedState state : bytes) {
            state.writeTo(writer);
        }
        summaries = writer.finish();
    }

    private <N, V> void writeEntries(
            Part part, TypeSerializer<N> namespaces, ValueFormat<V> format, StateFileWriter writer)
            throws IOException {
        Boxed boxed = part.boxed;
        part.image.<IOException>forEach(
                (page, slot) -> {
                    Object value = boxed != null ? boxed.box(page.longs[slot]) : page.objects[slot];
                    if (part.survivors != null) {
                        value = part.survivors.apply(value);
                    }
                    if (value == null) {
                        return;
                    }
                    DataOutputView entry = writer.beginEntry();
                    if (namespaces == null) {
                        keySerializer.serialize(key(page, slot), entry);
                    } else {
                        writeKey(((ObjectKeyPage) page).keys[slot], namespaces, entry);
                    }
                    @SuppressWarnings("unchecked") // the table holds only Vs
                    V written = (V) value;
                    format.write(written, entry);
                    writer.endEntry();
                });
    }

    @SuppressWarnings("unchecked") // the table holds only keys of Ks in Ns
    private <N> void writeKey(Object key, TypeSerializer<N> namespaces, DataOutputView entry)
            throws IOException {
        NamespacedKey<K, N> both = (NamespacedKey<K, N>) key;
        keySerializer.serialize(both.key, entry);
        namespaces.serialize(both.namespace, entry);
    }

    private <N> void writeTimers(Part part, TypeSerializer<N> namespaces, StateFileWriter writer)
            throws IOException {
        part.image.<IOException>forEach(
                (page, slot) -> {
                    @SuppressWarnings("unchecked") // the queue takes only Ks and Ns
                    HeapTimer<K, N> timer = (HeapTimer<K, N>) ((ObjectKeyPage) page).keys[slot];
                    DataOutputView entry = writer.beginEntry();
                    keySerializer.serialize(timer.key(), entry);
                    if (namespaces != null) {
                        namespaces.serialize(timer.namespace(), entry);
                    }
                    entry.writeLong(timer.timestamp());
                    writer.endEntry();
                });
    }

    @SuppressWarnings("unchecked") // the table holds only Ks
    private K key(Page page, int slot) {
        return boxedKey != null
                ? (K) boxedKey.box(((LongKeyPage) page).keys[slot])
                : (K) ((ObjectKeyPage) page).keys[slot];
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public void release() {
        lease.release();
        parts = null;
        panes = null;
        carried = null;
    }
}
