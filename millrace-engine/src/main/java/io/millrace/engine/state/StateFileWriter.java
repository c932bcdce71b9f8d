// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes keyed or operator state: a header, a section per state, its entries in blocks. Never holds
 * more than one block, or one entry. Used by one I/O thread: header, then for each state begin,
 * entries, end; at last {@link #finish}.
 */
public final class StateFileWriter {

    private final DataOutputView out;
    private final boolean keyed;
    private final StateCompression compression;
    private final DataOutputSerializer entry = new DataOutputSerializer(256);
    private final DataOutputSerializer block = new DataOutputSerializer(4096);
    private final List<StateSummary> summaries = new ArrayList<>();
    private String name;
    private String kind;
    private String type;
    private long entries;
    private long entryBytes;
    private int entriesInBlock;

    private StateFileWriter(DataOutputView out, boolean keyed, StateCompression compression) {
        this.out = out;
        this.keyed = keyed;
        this.compression = compression;
    }

    /** Begins a file of keyed state. */
    public static StateFileWriter keyed(
            DataOutputView out,
            StateCompression compression,
            String keyType,
            StateShape keyShape,
            int maxParallelism,
            KeyGroupRange keyGroups)
            throws IOException {
        return keyed(
                out, compression, new KeyedHeader(keyType, keyShape, maxParallelism, keyGroups));
    }

    /** Begins a file of keyed state. */
    public static StateFileWriter keyed(
            DataOutputView out, StateCompression compression, KeyedHeader header)
            throws IOException {
        out.writeInt(StateFormat.KEYED_MAGIC);
        out.writeInt(StateFormat.VERSION);
        out.writeByte(compression.code());
        writeHeader(header, out);
        return new StateFileWriter(out, true, compression);
    }

    static void writeHeader(KeyedHeader header, DataOutputView out) throws IOException {
        writeText(header.keyType(), out);
        writeBytes(header.keyShape().bytes(), out);
        out.writeInt(header.maxParallelism());
        out.writeInt(header.keyGroups().first());
        out.writeInt(header.keyGroups().last());
    }

    static void writeState(StateHeader state, DataOutputView out) throws IOException {
        writeText(state.name(), out);
        writeText(state.kind(), out);
        writeText(state.type(), out);
        writeBytes(state.shape().bytes(), out);
        writeText(state.namespaces().text(), out);
        writeBytes(state.namespaces().shape().bytes(), out);
    }

    /** Begins a file of operator state. */
    public static StateFileWriter operator(DataOutputView out, StateCompression compression)
            throws IOException {
        out.writeInt(StateFormat.OPERATOR_MAGIC);
        out.writeInt(StateFormat.OPERATOR_VERSION);
        out.writeByte(compression.code());
        return new StateFileWriter(out, false, compression);
    }

    /** Begins a file of what was on its way; a state of it is what came over one channel. */
    public static StateFileWriter inFlight(DataOutputView out, StateCompression compression)
            throws IOException {
        out.writeInt(StateFormat.IN_FLIGHT_MAGIC);
        out.writeInt(StateFormat.IN_FLIGHT_VERSION);
        out.writeByte(compression.code());
        return new StateFileWriter(out, false, compression);
    }

    /** Begins a state without namespaces. */
    public void beginState(
            String stateName, String stateKind, String stateType, StateShape stateShape)
            throws IOException {
        beginState(stateName, stateKind, stateType, stateShape, NamespaceType.NONE);
    }

    /**
     * Begins a state.
     *
     * @param namespaces none for operator state
     */
    public void beginState(
            String stateName,
            String stateKind,
            String stateType,
            StateShape stateShape,
            NamespaceType namespaces)
            throws IOException {
        beginState(new StateHeader(stateName, stateKind, stateType, stateShape, namespaces));
    }

    /** Begins a state. */
    public void beginState(StateHeader state) throws IOException {
        name = state.name();
        kind = state.kind();
        type = state.type();
        entries = 0;
        out.writeByte(StateFormat.SECTION);
        writeText(name, out);
        writeText(kind, out);
        writeText(type, out);
        writeBytes(state.shape().bytes(), out);
        if (keyed) {
            writeText(state.namespaces().text(), out);
            writeBytes(state.namespaces().shape().bytes(), out);
        }
    }

    /** Begins an entry; its bytes go to what is returned. */
    public DataOutputView beginEntry() {
        entry.clear();
        return entry;
    }

    public void endEntry() throws IOException {
        StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), block);
        entriesInBlock++;
        if (block.length() >= StateFormat.BLOCK_BYTES) {
            flushBlock();
        }
    }

    /** Writes entries that nobody has decoded. */
    public void carry(StateBlock carried) throws IOException {
        flushBlock();
        if (carried.entries() > 0) {
            writeBlock(carried.entries(), carried.bytes(), carried.bytes().length);
        }
    }

    public void endState() throws IOException {
        flushBlock();
        out.writeInt(0);
        out.writeLong(entries);
        summaries.add(new StateSummary(name, kind, type, entries));
    }

    /** Bytes of all entries so far, before compression. */
    public long entryBytes() {
        return entryBytes;
    }

    /** Ends the file; what was written. */
    public List<StateSummary> finish() throws IOException {
        out.writeByte(StateFormat.END);
        return List.copyOf(summaries);
    }

    private void flushBlock() throws IOException {
        if (entriesInBlock > 0) {
            writeBlock(entriesInBlock, block.getSharedBuffer(), block.length());
            entriesInBlock = 0;
            block.clear();
        }
    }

    private void writeBlock(int count, byte[] bytes, int length) throws IOException {
        out.writeInt(count);
        if (compression == StateCompression.NONE) {
            out.writeInt(length);
            out.write(bytes, 0, length);
        } else {
            byte[] packed = compression.pack(bytes, length);
            out.writeInt(packed.length);
            out.writeInt(length);
            out.write(packed);
        }
        entries += count;
        entryBytes += length;
    }

    static void writeText(String text, DataOutputView out) throws IOException {
        writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
