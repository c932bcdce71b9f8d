// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import java.io.IOException;
import java.util.List;

/**
 * The panes of windows at a freeze, which write themselves as state and timers in namespaces: what
 * is read back does not know that they were not.
 */
final class FrozenPanes<K, I, A> implements FrozenSection<K> {

    private final WindowPanesSpec<I, A> spec;
    private final TypeSerializer<A> accumulators;
    private final String type;
    private final List<Pane<K, I, A>> panes;

    /** One window: a column of a table's image. */
    record Pane<K, I, A>(Span span, TableImage image, KeyedRows<K, I, A> keyed, int column) {}

    FrozenPanes(
            WindowPanesSpec<I, A> spec,
            TypeSerializer<A> accumulators,
            String type,
            List<Pane<K, I, A>> panes) {
        this.spec = spec;
        this.accumulators = accumulators;
        this.type = type;
        this.panes = panes;
    }

    @Override
    public boolean isEmpty() {
        return panes.isEmpty();
    }

    @Override
    public void write(StateFileWriter writer, TypeSerializer<K> keys, String keyType)
            throws IOException {
        NamespaceType namespaces = NamespaceType.of(spec.namespaces());
        writer.beginState(spec.name(), spec.kind(), type, StateShape.of(accumulators), namespaces);
        for (Pane<K, I, A> pane : panes) {
            forEach(
                    pane,
                    (key, accumulator) -> {
                        DataOutputView entry = writer.beginEntry();
                        keys.serialize(key, entry);
                        writeSpan(pane.span, entry);
                        accumulators.serialize(accumulator, entry);
                        writer.endEntry();
                    });
        }
        writer.endState();
        writer.beginState(spec.timers(), StateName.TIMERS, keyType, StateShape.NONE, namespaces);
        for (Pane<K, I, A> pane : panes) {
            forEach(
                    pane,
                    (key, accumulator) -> {
                        DataOutputView entry = writer.beginEntry();
                        keys.serialize(key, entry);
                        writeSpan(pane.span, entry);
                        entry.writeLong(pane.span.maxTimestamp());
                        writer.endEntry();
                    });
        }
        writer.endState();
    }

    /** The form of what writes windows; see {@link WindowPanesSpec#namespaces}. */
    static void writeSpan(Span span, DataOutputView entry) throws IOException {
        entry.writeLong(span.start());
        entry.writeLong(span.end());
    }

    private interface EntryWriter<K, A> {
        void write(K key, A accumulator) throws IOException;
    }

    private void forEach(Pane<K, I, A> pane, EntryWriter<K, A> writer) throws IOException {
        pane.image.<IOException>forEach(
                (page, slot) -> {
                    A accumulator = pane.keyed.rows.peek(page, slot, pane.column);
                    if (accumulator != null) {
                        writer.write(pane.keyed.key(page, slot), accumulator);
                    }
                });
    }
}
