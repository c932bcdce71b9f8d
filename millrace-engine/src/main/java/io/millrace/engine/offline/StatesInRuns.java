// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.state.CanonicalReader;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.storage.ScratchFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings the entries of each state together, where they come in several runs, as they do from
 * layers: of each state one block is in memory, what is more goes to one file on local disk. For
 * one thread.
 */
final class StatesInRuns implements EntryVisitor, AutoCloseable {

    private static final int BLOCK_BYTES = 256 * 1024;

    private final Map<StateHead, Entries> states = new LinkedHashMap<>();
    private final ScratchFile file =
            new ScratchFile(System.getProperty("java.io.tmpdir"), "State that is written anew");
    private Entries current;

    /** Where a block lies on disk. */
    private record Stored(int entries, long from, int length) {}

    private static final class Entries {
        private final List<Stored> stored = new ArrayList<>();
        private final DataOutputSerializer block = new DataOutputSerializer(256);
        private int inBlock;
    }

    @Override
    public boolean begin(StateHead state) {
        current = states.computeIfAbsent(state, head -> new Entries());
        return true;
    }

    @Override
    public boolean entry(DataInputDeserializer in, int length) throws IOException {
        byte[] entry = new byte[length];
        in.readFully(entry);
        StateBlock.writeEntry(entry, 0, length, current.block);
        current.inBlock++;
        if (current.block.length() >= BLOCK_BYTES) {
            int bytes = current.block.length();
            long from = file.append(current.block.getSharedBuffer(), bytes);
            current.stored.add(new Stored(current.inBlock, from, bytes));
            current.block.clear();
            current.inBlock = 0;
        }
        return true;
    }

    /** Shows all of them, each state once. */
    void show(EntryVisitor to) throws IOException {
        for (Map.Entry<StateHead, Entries> each : states.entrySet()) {
            Entries entries = each.getValue();
            to.begin(each.getKey());
            for (Stored stored : entries.stored) {
                byte[] bytes = new byte[stored.length];
                file.read(stored.from, bytes, stored.length);
                CanonicalReader.show(new StateBlock(stored.entries, bytes), to);
            }
            CanonicalReader.show(
                    new StateBlock(entries.inBlock, entries.block.getCopyOfBuffer()), to);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
