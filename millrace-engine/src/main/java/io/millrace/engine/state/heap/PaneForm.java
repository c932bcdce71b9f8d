// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.state.WindowPanes.Span;
import java.io.IOException;

/**
 * One window, or one slice: a column of a table. Written as state in namespaces, each span being
 * one; or as the timers that show the window.
 */
final class PaneForm<K, A> extends EntryForm {

    private final KeyedRows<K, ?, A> keyed;
    private final int column;
    private final Span span;
    private final TypeSerializer<K> keys;
    private final TypeSerializer<A> accumulators;
    private final SliceMarks<K> marks;
    private final boolean emptied;

    /**
     * @param accumulators null: timers are written
     * @param marks is told of all keys; null: nobody is
     */
    PaneForm(
            KeyedRows<K, ?, A> keyed,
            int column,
            Span span,
            TypeSerializer<K> keys,
            TypeSerializer<A> accumulators,
            SliceMarks<K> marks) {
        this.keyed = keyed;
        this.column = column;
        this.span = span;
        this.keys = keys;
        this.accumulators = accumulators;
        this.marks = marks;
        this.emptied = keyed.rows.emptied;
    }

    @Override
    Object content(Page page, int slot) {
        return keyed.rows.peek(page, slot, column);
    }

    @Override
    boolean canRunEmpty() {
        return emptied;
    }

    @Override
    void writeKey(Page page, int slot, DataOutputView out) throws IOException {
        K key = keyed.key(page, slot);
        if (marks != null) {
            marks.note(key);
        }
        write(key, out);
    }

    @Override
    void writeKey(RemovedKeys log, long index, DataOutputView out) throws IOException {
        write(keyed.key(log, index), out);
    }

    private void write(K key, DataOutputView out) throws IOException {
        keys.serialize(key, out);
        out.writeLong(span.start());
        out.writeLong(span.end());
        if (accumulators == null) {
            out.writeLong(span.maxTimestamp());
        }
    }

    @Override
    @SuppressWarnings("unchecked") // rows hold only As
    void writeContent(Object content, DataOutputView out) throws IOException {
        if (accumulators != null) {
            accumulators.serialize((A) content, out);
        }
    }
}
