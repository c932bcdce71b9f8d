// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/**
 * Writes one layer of keyed state: entries that were written and keys that were removed since the
 * layer before, and some parts of the key space whole. Never holds more than one block, one entry,
 * and the removals of one table.
 *
 * <p>Used by one I/O thread: for each table its entries, part by part, then its removals, then
 * {@link #endTable}; at last {@link #finish}. A removal may come among the entries if its key is
 * not among them.
 */
public final class LayerFileWriter {

    /** Into how many parts the keys of a table are divided; part of the format. */
    public static final int PARTS = 128;

    /** Where the layer goes; it is asked for when the first block is there to be written. */
    public interface Target {
        DataOutputView open() throws IOException;
    }

    private final Target target;
    private final StateCompression compression;
    private final long number;
    private final DataOutputSerializer entry = new DataOutputSerializer(256);
    private final DataOutputSerializer prefixed = new DataOutputSerializer(256);
    private final DataOutputSerializer block = new DataOutputSerializer(4096);
    private final DataOutputSerializer[] removals = new DataOutputSerializer[PARTS];
    private final int[] removalCounts = new int[PARTS];
    private final long[] writtenBytes = new long[PARTS];
    private final long[] wholeBytes = new long[PARTS];
    private DataOutputView out;
    private int keyLength;
    private int inBlock;
    private boolean anyOfTable;
    private int tag;
    private long table;
    private int part;

    /**
     * @param number the layer's, larger than that of the layer before
     */
    public LayerFileWriter(Target target, StateCompression compression, long number) {
        this.target = target;
        this.compression = compression;
        this.number = number;
    }

    /** In which part a key with this mixed hash is. */
    public static int partOf(long mix) {
        return (int) (mix >>> 57);
    }

    /** Begins an entry; its key, with what belongs to it, goes to what is returned. */
    public DataOutputView beginEntry() {
        entry.clear();
        return entry;
    }

    /** The key of the entry is complete; what follows is its value. */
    public void endKey() {
        keyLength = entry.length();
    }

    /**
     * Ends an entry.
     *
     * @param inTable the number of the table
     * @param inPart the part of its keys
     * @param whole whether that part is written whole
     */
    public void endEntry(long inTable, int inPart, boolean whole) throws IOException {
        int as = whole ? LayerFormat.WHOLE : LayerFormat.WRITTEN;
        if (inBlock > 0 && (tag != as || table != inTable || part != inPart)) {
            flushBlock();
        }
        tag = as;
        table = inTable;
        part = inPart;
        prefixed.clear();
        StateBlock.writeLength(keyLength, prefixed);
        prefixed.write(entry.getSharedBuffer(), 0, entry.length());
        StateBlock.writeEntry(prefixed.getSharedBuffer(), 0, prefixed.length(), block);
        inBlock++;
        if (block.length() >= StateFormat.BLOCK_BYTES) {
            flushBlock();
        }
    }

    /** Begins a removal; the key, as it was written once, goes to what is returned. */
    public DataOutputView beginRemoval() {
        entry.clear();
        return entry;
    }

    /** Ends a removal from the table whose entries are being written. */
    public void endRemoval(long fromTable, int inPart) throws IOException {
        DataOutputSerializer keys = removals[inPart];
        if (keys == null) {
            keys = new DataOutputSerializer(256);
            removals[inPart] = keys;
        }
        StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), keys);
        removalCounts[inPart]++;
        if (keys.length() >= StateFormat.BLOCK_BYTES) {
            flushRemovals(fromTable, inPart);
        }
    }

    /** All entries and removals of a table are there; whether there were any. */
    public boolean endTable(long ended) throws IOException {
        flushBlock();
        for (int i = 0; i < PARTS; i++) {
            if (removalCounts[i] > 0) {
                flushRemovals(ended, i);
            }
        }
        boolean any = anyOfTable;
        anyOfTable = false;
        return any;
    }

    /** Ends the layer; false if nothing was written, and nothing opened for it. */
    public boolean finish() throws IOException {
        if (out == null) {
            return false;
        }
        out.writeByte(LayerFormat.END);
        return true;
    }

    /** Bytes of changes in a part, before compression. */
    public long writtenBytes(int ofPart) {
        return writtenBytes[ofPart];
    }

    /** Bytes of a part that was written whole, before compression. */
    public long wholeBytes(int ofPart) {
        return wholeBytes[ofPart];
    }

    private void flushRemovals(long fromTable, int inPart) throws IOException {
        // A key that was removed and came back is among the entries: these must stand before.
        flushBlock();
        DataOutputSerializer keys = removals[inPart];
        writeBlock(LayerFormat.REMOVED, fromTable, inPart, removalCounts[inPart], keys);
        removalCounts[inPart] = 0;
    }

    private void flushBlock() throws IOException {
        if (inBlock > 0) {
            writeBlock(tag, table, part, inBlock, block);
            inBlock = 0;
        }
    }

    private void writeBlock(int as, long ofTable, int ofPart, int count, DataOutputSerializer bytes)
            throws IOException {
        if (out == null) {
            out = target.open();
            out.writeInt(LayerFormat.LAYER_MAGIC);
            out.writeInt(LayerFormat.VERSION);
            out.writeByte(compression.code());
            out.writeLong(number);
        }
        int length = bytes.length();
        (as == LayerFormat.WHOLE ? wholeBytes : writtenBytes)[ofPart] += length;
        anyOfTable = true;
        out.writeByte(as);
        out.writeLong(ofTable);
        out.writeByte(ofPart);
        out.writeInt(count);
        if (compression == StateCompression.NONE) {
            out.writeInt(length);
            out.write(bytes.getSharedBuffer(), 0, length);
        } else {
            byte[] packed = compression.pack(bytes.getSharedBuffer(), length);
            out.writeInt(packed.length);
            out.writeInt(length);
            out.write(packed);
        }
        bytes.clear();
    }
}
