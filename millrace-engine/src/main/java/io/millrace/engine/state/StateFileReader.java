// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.keys.KeyGroupRange;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads what {@link StateFileWriter} wrote, without knowing any type. A file that is not of this
 * format, or of a newer version, or broken, is an {@link IOException} that says so; who calls adds
 * which file it is.
 */
public final class StateFileReader implements AutoCloseable {

    private static final int LONGEST_TEXT = 1 << 24;

    private final DataInputStream in;
    private int firstWithShapes;
    private int firstWithNamespaces;
    private int firstWithCompression;
    private StateCompression compression = StateCompression.NONE;
    private int version;
    private String keyType;
    private StateShape keyShape;
    private int maxParallelism;
    private KeyGroupRange keyGroups;
    private String name;
    private String kind;
    private String type;
    private StateShape shape;
    private NamespaceType namespaces;
    private long entries;

    private StateFileReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /** Reads the header of a file of keyed state. Closing the reader closes the stream. */
    public static StateFileReader keyed(InputStream in) throws IOException {
        StateFileReader reader = new StateFileReader(in);
        reader.firstWithShapes = StateFormat.SHAPES;
        reader.firstWithNamespaces = StateFormat.NAMESPACES;
        reader.firstWithCompression = StateFormat.COMPRESSION;
        reader.readHeader(StateFormat.KEYED_MAGIC, "keyed", StateFormat.VERSION);
        reader.keyType = reader.readText();
        reader.keyShape = reader.readShape();
        reader.maxParallelism = reader.in.readInt();
        reader.keyGroups = new KeyGroupRange(reader.in.readInt(), reader.in.readInt());
        return reader;
    }

    /** Reads the header of a file of operator state. Closing the reader closes the stream. */
    public static StateFileReader operator(InputStream in) throws IOException {
        StateFileReader reader = new StateFileReader(in);
        reader.firstWithShapes = StateFormat.OPERATOR_SHAPES;
        reader.firstWithNamespaces = Integer.MAX_VALUE;
        reader.firstWithCompression = StateFormat.OPERATOR_COMPRESSION;
        reader.readHeader(StateFormat.OPERATOR_MAGIC, "operator", StateFormat.OPERATOR_VERSION);
        return reader;
    }

    /** Reads the header of a file of what was on its way. Closing the reader closes the stream. */
    public static StateFileReader inFlight(InputStream in) throws IOException {
        StateFileReader reader = new StateFileReader(in);
        reader.firstWithShapes = 1;
        reader.firstWithNamespaces = Integer.MAX_VALUE;
        reader.firstWithCompression = 1;
        reader.readHeader(StateFormat.IN_FLIGHT_MAGIC, "in-flight", StateFormat.IN_FLIGHT_VERSION);
        return reader;
    }

    public String keyType() {
        return keyType;
    }

    /** {@link StateShape#NONE} if the file is older than shapes. */
    public StateShape keyShape() {
        return keyShape;
    }

    public int maxParallelism() {
        return maxParallelism;
    }

    public KeyGroupRange keyGroups() {
        return keyGroups;
    }

    /** All four in one. */
    public KeyedHeader header() {
        return new KeyedHeader(keyType, keyShape, maxParallelism, keyGroups);
    }

    /** What is said of the current state. */
    public StateHeader state() {
        return new StateHeader(name, kind, type, shape, namespaces);
    }

    /**
     * Goes to the next state; false at the end. All blocks of the one before must have been read.
     */
    public boolean nextState() throws IOException {
        int tag = in.readUnsignedByte();
        if (tag == StateFormat.END) {
            return false;
        }
        if (tag != StateFormat.SECTION) {
            throw new IOException("a state or the end was expected, but tag " + tag + " was found");
        }
        name = readText();
        kind = readText();
        type = readText();
        shape = readShape();
        namespaces =
                version < firstWithNamespaces
                        ? NamespaceType.NONE
                        : NamespaceType.of(readText(), readShape());
        entries = 0;
        return true;
    }

    public String name() {
        return name;
    }

    public String kind() {
        return kind;
    }

    public String type() {
        return type;
    }

    /** {@link StateShape#NONE} if the file is older than shapes. */
    public StateShape shape() {
        return shape;
    }

    /** {@link NamespaceType#NONE} if the file is older than namespaces, and for operator state. */
    public NamespaceType namespaces() {
        return namespaces;
    }

    /** The next block of the current state, null after the last. */
    public StateBlock nextBlock() throws IOException {
        int count = in.readInt();
        if (count == 0) {
            long written = in.readLong();
            if (written != entries) {
                throw new IOException(
                        "state '"
                                + name
                                + "' says it has "
                                + written
                                + " entries, but "
                                + entries
                                + " were found");
            }
            return null;
        }
        int stored = in.readInt();
        int length = compression == StateCompression.NONE ? stored : in.readInt();
        if (count < 0 || length < count || stored < 0) {
            throw new IOException(
                    "state '"
                            + name
                            + "' has a block of "
                            + count
                            + " entries in "
                            + length
                            + " bytes");
        }
        byte[] bytes = in.readNBytes(stored);
        if (bytes.length < stored) {
            throw new EOFException("the file ends within a block of state '" + name + "'");
        }
        entries += count;
        return new StateBlock(
                count, compression == StateCompression.NONE ? bytes : unpacked(bytes, length));
    }

    /**
     * What of a state nobody looked into.
     *
     * @param entries of the whole state
     * @param bytes of its blocks that were passed over, as they lie in the file
     */
    public record Passed(long entries, long bytes) {}

    /** Goes over the blocks of the current state that are left, without unpacking them. */
    public Passed passOver() throws IOException {
        long bytes = 0;
        while (true) {
            int count = in.readInt();
            if (count == 0) {
                return new Passed(in.readLong(), bytes);
            }
            int stored = in.readInt();
            if (compression != StateCompression.NONE) {
                in.readInt();
            }
            if (count < 0 || stored < 0) {
                throw new IOException(
                        "state '"
                                + name
                                + "' has a block of "
                                + count
                                + " entries in "
                                + stored
                                + " bytes");
            }
            in.skipNBytes(stored);
            bytes += stored;
        }
    }

    private byte[] unpacked(byte[] packed, int length) throws IOException {
        try {
            return compression.unpack(packed, length);
        } catch (IOException e) {
            // Most likely the file is damaged. Whether it is, its end tells, and better than this.
            in.transferTo(OutputStream.nullOutputStream());
            throw new IOException("in a block of state '" + name + "' " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void readHeader(int magic, String expected, int newest) throws IOException {
        int found = in.readInt();
        if (found != magic) {
            throw new IOException(
                    String.format(
                            "this is not a file of %s state: it begins with %08x, not %08x",
                            expected, found, magic));
        }
        version = in.readInt();
        if (version < 1 || version > newest) {
            throw new UnknownStateFormat(
                    "the "
                            + expected
                            + " state has format version "
                            + version
                            + "; this build reads version "
                            + (newest == 1 ? "1 only" : "1 to " + newest));
        }
        if (version >= firstWithCompression) {
            compression = StateCompression.of(in.readUnsignedByte());
        }
    }

    private StateShape readShape() throws IOException {
        byte[] bytes = version < firstWithShapes ? new byte[0] : readBytes();
        return shape(bytes);
    }

    private String readText() throws IOException {
        return readText(in);
    }

    private byte[] readBytes() throws IOException {
        return readBytes(in);
    }

    static KeyedHeader readHeader(DataInputStream in) throws IOException {
        return new KeyedHeader(
                readText(in),
                shape(readBytes(in)),
                in.readInt(),
                new KeyGroupRange(in.readInt(), in.readInt()));
    }

    static StateHeader readState(DataInputStream in) throws IOException {
        return new StateHeader(
                readText(in),
                readText(in),
                readText(in),
                shape(readBytes(in)),
                NamespaceType.of(readText(in), shape(readBytes(in))));
    }

    private static StateShape shape(byte[] bytes) {
        return bytes.length == 0 ? StateShape.NONE : new StateShape(bytes);
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST_TEXT) {
            throw new IOException("a text claims a length of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the file ends within a text");
        }
        return bytes;
    }
}
