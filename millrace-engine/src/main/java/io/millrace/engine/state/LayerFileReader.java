// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Reads what {@link LayerFileWriter} wrote, block by block. What is not of this form, or broken, is
 * an {@link IOException} that says so; who calls adds which file it is.
 */
final class LayerFileReader implements AutoCloseable {

    private final DataInputStream in;
    private final StateCompression compression;
    private final long number;
    private int tag;
    private long table;
    private int part;

    private LayerFileReader(DataInputStream in, StateCompression compression, long number) {
        this.in = in;
        this.compression = compression;
        this.number = number;
    }

    /** Reads the header. Closing the reader closes the stream. */
    static LayerFileReader open(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        int magic = in.readInt();
        if (magic != LayerFormat.LAYER_MAGIC) {
            throw new IOException(
                    String.format(
                            "this is not a layer of keyed state: it begins with %08x, not %08x",
                            magic, LayerFormat.LAYER_MAGIC));
        }
        int version = in.readInt();
        if (version != LayerFormat.VERSION) {
            throw new UnknownStateFormat(
                    "the layer of keyed state has format version "
                            + version
                            + "; this build reads version 1 only");
        }
        StateCompression compression = StateCompression.of(in.readUnsignedByte());
        return new LayerFileReader(in, compression, in.readLong());
    }

    /** The layer's number. */
    long number() {
        return number;
    }

    /** The next block; null at the end, and then all has been read and verified. */
    StateBlock next() throws IOException {
        tag = in.readUnsignedByte();
        if (tag == LayerFormat.END) {
            if (in.read() >= 0) {
                throw new IOException("there are bytes behind the end of the layer");
            }
            return null;
        }
        if (tag != LayerFormat.REMOVED && tag != LayerFormat.WRITTEN && tag != LayerFormat.WHOLE) {
            throw new IOException("a block or the end was expected, but tag " + tag + " was found");
        }
        table = in.readLong();
        part = in.readUnsignedByte();
        int count = in.readInt();
        int stored = in.readInt();
        int length = compression == StateCompression.NONE ? stored : in.readInt();
        if (part >= LayerFileWriter.PARTS || count <= 0 || length < count || stored < 0) {
            throw new IOException(
                    "table "
                            + table
                            + " has a block of "
                            + count
                            + " entries in "
                            + length
                            + " bytes, in part "
                            + part);
        }
        byte[] bytes = in.readNBytes(stored);
        if (bytes.length < stored) {
            throw new EOFException("the file ends within a block of table " + table);
        }
        return new StateBlock(
                count, compression == StateCompression.NONE ? bytes : unpacked(bytes, length));
    }

    private byte[] unpacked(byte[] packed, int length) throws IOException {
        try {
            return compression.unpack(packed, length);
        } catch (IOException e) {
            // Most likely the file is damaged. Whether it is, its end tells, and better than this.
            in.transferTo(OutputStream.nullOutputStream());
            throw new IOException("in a block of table " + table + " " + e.getMessage(), e);
        }
    }

    /** Whether the last block is of keys that were removed. */
    boolean isRemoved() {
        return tag == LayerFormat.REMOVED;
    }

    /** Whether the last block is of a part that is there whole. */
    boolean isWhole() {
        return tag == LayerFormat.WHOLE;
    }

    /** Of which table the last block is. */
    long table() {
        return table;
    }

    /** Of which part the last block is. */
    int part() {
        return part;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
