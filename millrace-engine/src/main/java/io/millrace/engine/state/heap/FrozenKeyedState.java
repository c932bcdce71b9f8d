// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.List;
import java.util.function.LongConsumer;

/** What was frozen, to be written whole into one file: the form that every backend reads. */
final class FrozenKeyedState<K> implements FrozenState {

    private final SnapshotLease lease;
    private final KeyGroupRange keyGroups;
    private final boolean empty;
    private final LongConsumer size;

    // Dropped at release, so that a snapshot kept by someone does not keep a whole table. The
    // lease, not this field, is what the task looks at.
    private volatile FrozenContent<K> content;

    private List<StateSummary> summaries = List.of();

    /**
     * @param size is told how many bytes all entries have, when they are written
     */
    FrozenKeyedState(SnapshotLease lease, FrozenContent<K> content, LongConsumer size) {
        this.lease = lease;
        this.keyGroups = content.header().keyGroups();
        this.content = content;
        this.empty = content.isEmpty();
        this.size = size;
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
        FrozenContent<K> frozen = content;
        if (frozen == null) {
            throw new IllegalStateException(
                    "The frozen keyed state was released before it was written.");
        }
        StateFileWriter writer = StateFileWriter.keyed(out, compression, frozen.header());
        for (FrozenTables state : frozen.states()) {
            writer.beginState(state.header());
            try {
                for (FrozenTables.Table table : state.tables()) {
                    write(table, writer);
                }
            } catch (RuntimeException | LinkageError e) {
                throw FrozenContent.failed(state, e);
            }
            writer.endState();
        }
        frozen.writeMarks(writer);
        frozen.writeCarried(writer);
        summaries = writer.finish();
        size.accept(writer.entryBytes());
    }

    private static void write(FrozenTables.Table table, StateFileWriter writer) throws IOException {
        EntryForm form = table.form();
        table.image()
                .<IOException>forEach(
                        (page, slot) -> {
                            Object content = form.content(page, slot);
                            if (content != null) {
                                DataOutputView entry = writer.beginEntry();
                                form.writeKey(page, slot, entry);
                                form.writeContent(content, entry);
                                writer.endEntry();
                            }
                        });
    }

    @Override
    public List<StateSummary> summaries() {
        return summaries;
    }

    @Override
    public void release() {
        lease.release();
        content = null;
    }
}
