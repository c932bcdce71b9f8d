// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.storage.SpillFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several lists of serialized entries that grow until they are written as part of a snapshot. What
 * is more than they may take of memory goes to local disk.
 *
 * <p>Filled on a task's step, then written by an I/O thread; {@link #release} by any.
 */
final class BlockStore {

    private static final Logger LOG = LoggerFactory.getLogger(BlockStore.class);

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
    private long entries;

    /**
     * @param memoryBytes how much of all lists may be in memory
     * @param disk takes the rest; closed by {@link #release}
     */
    BlockStore(int lists, long memoryBytes, SpillFile disk) {
        this.lists = new Entries[lists];
        this.memoryBytes = memoryBytes;
        this.disk = disk;
    }

    /** Adds an entry to a list. */
    void add(int list, DataOutputSerializer entry) throws IOException {
        if (lists[list] == null) {
            lists[list] = new Entries();
        }
        Entries to = lists[list];
        StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), to.block);
        to.entriesInBlock++;
        entries++;
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

    /** Entries of all lists. */
    long entries() {
        return entries;
    }

    boolean isEmpty(int list) {
        return lists[list] == null;
    }

    /** Writes the entries of a list; the state has been begun, and is to be ended. */
    void write(int list, StateFileWriter writer) throws IOException {
        Entries from = lists[list];
        if (from.entriesInBlock > 0) {
            close(from);
        }
        for (Stored stored : from.stored) {
            byte[] bytes = stored.piece() == null ? stored.bytes() : disk.read(stored.piece());
            writer.carry(new StateBlock(stored.entries(), bytes));
        }
    }

    /** Frees the disk. Any thread; idempotent. */
    void release() {
        try {
            disk.close();
        } catch (IOException e) {
            LOG.warn("A temporary file is left behind", e);
        }
    }
}
