// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.SpillFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several lists of serialized entries that grow until they are written as part of a snapshot. An
 * entry is serialized when it is added, for whoever gets the record next may change it. What is
 * more than they may take of memory goes to local disk.
 *
 * <p>Filled on a task's step, then written by an I/O thread; {@link #release} by any.
 */
abstract class SpillingLog implements FrozenState {

    private static final Logger LOG = LoggerFactory.getLogger(SpillingLog.class);

    /** Entries as bytes, in memory or on disk. */
    private record Stored(int entries, byte[] bytes, SpillFile.Piece piece) {}

    private static final class Entries {
        final DataOutputSerializer block = new DataOutputSerializer(256);
        final List<Stored> stored = new ArrayList<>();
        int entriesInBlock;
    }

    private final Entries[] lists;
    private final SpillFile disk;
    private final long memoryBytes;
    private long usedBytes;
    private List<StateSummary> summaries = List.of();

    /** The entry that is to be added. */
    final DataOutputSerializer entry = new DataOutputSerializer(256);

    /**
     * @param memoryBytes how much of all lists may be in memory
     * @param disk takes the rest; closed by {@link #release}
     */
    SpillingLog(int lists, long memoryBytes, SpillFile disk) {
        this.lists = new Entries[lists];
        this.memoryBytes = memoryBytes;
        this.disk = disk;
    }

    /**
     * Adds {@link #entry} to a list.
     *
     * @throws UncheckedIOException the disk refuses it
     */
    final void add(int list) {
        if (lists[list] == null) {
            lists[list] = new Entries();
        }
        try {
            addTo(lists[list]);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void addTo(Entries to) throws IOException {
        StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), to.block);
        to.entriesInBlock++;
        if (to.block.length() >= StateFormat.BLOCK_BYTES) {
            close(to);
        }
    }

    private void close(Entries list) throws IOException {
        int length = list.block.length();
        if (usedBytes + length > memoryBytes) {
            SpillFile.Piece piece = disk.write(list.block.getSharedBuffer(), length);
            list.stored.add(new Stored(list.entriesInBlock, null, piece));
        } else {
            usedBytes += length;
            list.stored.add(new Stored(list.entriesInBlock, list.block.getCopyOfBuffer(), null));
        }
        list.entriesInBlock = 0;
        list.block.clear();
    }

    @Override
    public final boolean isEmpty() {
        return Arrays.stream(lists).allMatch(Objects::isNull);
    }

    /** Of no key group. */
    @Override
    public final KeyGroupRange keyGroups() {
        return null;
    }

    /** Begins the file. */
    abstract StateFileWriter begin(DataOutputView out, StateCompression compression)
            throws IOException;

    /** Begins the state that a list is in the file. */
    abstract void beginState(int list, StateFileWriter writer) throws IOException;

    @Override
    public final void write(DataOutputView out, StateCompression compression) throws IOException {
        StateFileWriter writer = begin(out, compression);
        for (int i = 0; i < lists.length; i++) {
            if (lists[i] != null) {
                beginState(i, writer);
                write(lists[i], writer);
                writer.endState();
            }
        }
        summaries = writer.finish();
    }

    private void write(Entries from, StateFileWriter writer) throws IOException {
        if (from.entriesInBlock > 0) {
            close(from);
        }
        for (Stored stored : from.stored) {
            byte[] bytes = stored.piece() == null ? stored.bytes() : disk.read(stored.piece());
            writer.carry(new StateBlock(stored.entries(), bytes));
        }
    }

    @Override
    public final List<StateSummary> summaries() {
        return summaries;
    }

    /** Frees the disk. */
    @Override
    public final void release() {
        try {
            disk.close();
        } catch (IOException e) {
            LOG.warn("A temporary file is left behind", e);
        }
    }
}
