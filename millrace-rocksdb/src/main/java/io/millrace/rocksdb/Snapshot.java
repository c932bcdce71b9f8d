// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.core.memory.DataOutputView;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.UnknownStateFormat;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a checkpoint says of a database beside its files; {@code docs/formats/keyed-rocksdb.md}
 * tells the bytes.
 *
 * @param keyType of the keys
 * @param keyShape of the keys
 * @param maxParallelism number of key groups of the operator
 * @param keyGroups those of the subtask; the files may hold traces of others, which are deleted
 * @param tables what is in the column families
 * @param manifestName of RocksDB's own list of files, a small file
 * @param manifest its content
 */
record Snapshot(
        String keyType,
        StateShape keyShape,
        int maxParallelism,
        KeyGroupRange keyGroups,
        List<Table> tables,
        String manifestName,
        byte[] manifest) {

    /** "MRKR". */
    private static final int MAGIC = 0x4d524b52;

    private static final int VERSION = 1;
    private static final int LONGEST = 1 << 30;

    /**
     * One column family.
     *
     * @param column its name
     * @param spec what is in it
     * @param keys about how many keys of the database it has
     */
    record Table(String column, TableSpec spec, long keys) {}

    Snapshot {
        tables = List.copyOf(tables);
    }

    void writeTo(DataOutputView out) throws IOException {
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        writeText(keyType, out);
        writeBytes(keyShape.bytes(), out);
        out.writeInt(maxParallelism);
        out.writeInt(keyGroups.first());
        out.writeInt(keyGroups.last());
        out.writeInt(tables.size());
        for (Table table : tables) {
            TableSpec spec = table.spec;
            writeText(table.column, out);
            writeText(spec.name(), out);
            writeText(spec.kind(), out);
            writeText(spec.type(), out);
            writeBytes(spec.shape().bytes(), out);
            writeText(spec.namespaces().text(), out);
            writeBytes(spec.namespaces().shape().bytes(), out);
            out.writeByte(spec.form() == TableSpec.Form.LIVE ? 0 : 1);
            out.writeLong(spec.ttlMs());
            out.writeLong(table.keys);
        }
        writeText(manifestName, out);
        writeBytes(manifest, out);
    }

    /** Reads one to its end, and closes the stream. */
    static Snapshot readFrom(InputStream stream) throws IOException {
        try (DataInputStream in = new DataInputStream(stream)) {
            int magic = in.readInt();
            if (magic != MAGIC) {
                throw new IOException(
                        String.format(
                                "this is not a description of a RocksDB database: it begins with %08x, not %08x",
                                magic, MAGIC));
            }
            int version = in.readInt();
            if (version != VERSION) {
                throw new UnknownStateFormat(
                        "the description of the database has format version "
                                + version
                                + "; this build reads version 1 only");
            }
            String keyType = readText(in);
            StateShape keyShape = StateShape.of(readBytes(in));
            int maxParallelism = in.readInt();
            KeyGroupRange keyGroups = new KeyGroupRange(in.readInt(), in.readInt());
            List<Table> tables = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                tables.add(readTable(in));
            }
            String manifestName = readText(in);
            byte[] manifest = readBytes(in);
            if (in.read() >= 0) {
                throw new IOException("bytes follow the end of the description");
            }
            return new Snapshot(
                    keyType, keyShape, maxParallelism, keyGroups, tables, manifestName, manifest);
        }
    }

    private static Table readTable(DataInputStream in) throws IOException {
        String column = readText(in);
        TableSpec spec =
                new TableSpec(
                        readText(in),
                        readText(in),
                        readText(in),
                        StateShape.of(readBytes(in)),
                        namespaces(readText(in), StateShape.of(readBytes(in))),
                        in.readByte() == 0 ? TableSpec.Form.LIVE : TableSpec.Form.RAW,
                        in.readLong());
        return new Table(column, spec, in.readLong());
    }

    private static NamespaceType namespaces(String text, StateShape shape) {
        return text.isEmpty() ? NamespaceType.NONE : new NamespaceType(text, shape);
    }

    private static void writeText(String text, DataOutputView out) throws IOException {
        writeBytes(text.getBytes(StandardCharsets.UTF_8), out);
    }

    private static void writeBytes(byte[] bytes, DataOutputView out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            throw new IOException("a field claims a length of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the description of the database ends within a field");
        }
        return bytes;
    }
}
