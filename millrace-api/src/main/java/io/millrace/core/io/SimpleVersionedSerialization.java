// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Puts the version of a {@link SimpleVersionedSerializer} in front of its bytes: version (4 bytes,
 * big endian), length (4 bytes), content. A list has one version, a count, and then length and
 * content of each.
 */
@PublicEvolving
public class SimpleVersionedSerialization {

    private static final int HEADER = 2 * Integer.BYTES;

    private SimpleVersionedSerialization() {}

    /** Writes version, length and content. */
    public static <T> void writeVersionAndSerialize(
            SimpleVersionedSerializer<T> serializer, T datum, DataOutputView out)
            throws IOException {
        Objects.requireNonNull(datum, "datum");
        out.writeInt(serializer.getVersion());
        writeContent(serializer.serialize(datum), out);
    }

    /** Writes one version, the count, and length and content of each element. */
    public static <T> void writeVersionAndSerializeList(
            SimpleVersionedSerializer<T> serializer, List<T> data, DataOutputView out)
            throws IOException {
        out.writeInt(serializer.getVersion());
        out.writeInt(data.size());
        for (T datum : data) {
            writeContent(serializer.serialize(datum), out);
        }
    }

    /**
     * Reads what {@link #writeVersionAndSerialize(SimpleVersionedSerializer, Object,
     * DataOutputView)} wrote.
     */
    public static <T> T readVersionAndDeSerialize(
            SimpleVersionedSerializer<T> serializer, DataInputView in) throws IOException {
        int version = in.readInt();
        return serializer.deserialize(version, readContent(in));
    }

    /** Reads what {@link #writeVersionAndSerializeList} wrote. */
    public static <T> List<T> readVersionAndDeserializeList(
            SimpleVersionedSerializer<T> serializer, DataInputView in) throws IOException {
        int version = in.readInt();
        int count = in.readInt();
        if (count < 0) {
            throw new IOException("Damaged list of versioned objects: its count is " + count + '.');
        }
        List<T> data = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            data.add(serializer.deserialize(version, readContent(in)));
        }
        return data;
    }

    /** Version, length and content as one array. */
    public static <T> byte[] writeVersionAndSerialize(
            SimpleVersionedSerializer<T> serializer, T datum) throws IOException {
        Objects.requireNonNull(datum, "datum");
        byte[] content = serializer.serialize(datum);
        return ByteBuffer.allocate(HEADER + content.length)
                .putInt(serializer.getVersion())
                .putInt(content.length)
                .put(content)
                .array();
    }

    /** Reads what {@link #writeVersionAndSerialize(SimpleVersionedSerializer, Object)} made. */
    public static <T> T readVersionAndDeSerialize(
            SimpleVersionedSerializer<T> serializer, byte[] bytes) throws IOException {
        if (bytes.length < HEADER) {
            throw new IOException(
                    "Damaged versioned object: "
                            + bytes.length
                            + " bytes are fewer than its header of "
                            + HEADER
                            + '.');
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int version = buffer.getInt();
        int length = buffer.getInt();
        if (length != buffer.remaining()) {
            throw new IOException(
                    "Damaged versioned object: its header promises "
                            + length
                            + " bytes of content, there are "
                            + buffer.remaining()
                            + '.');
        }
        byte[] content = new byte[length];
        buffer.get(content);
        return serializer.deserialize(version, content);
    }

    private static void writeContent(byte[] content, DataOutputView out) throws IOException {
        out.writeInt(content.length);
        out.write(content);
    }

    private static byte[] readContent(DataInputView in) throws IOException {
        int length = in.readInt();
        if (length < 0) {
            throw new IOException("Damaged versioned object: its length is " + length + '.');
        }
        byte[] content = new byte[length];
        in.readFully(content);
        return content;
    }
}
