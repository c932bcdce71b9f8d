// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What a {@link SimpleVersionedSerializer} of a source or sink made, with the version it made it
 * in. In state it is kept as four bytes of version (big-endian) and the content.
 */
public record VersionedBytes(int version, byte[] content) {

    public VersionedBytes {
        Objects.requireNonNull(content, "content");
    }

    /** Serializes an object. */
    public static <T> VersionedBytes of(SimpleVersionedSerializer<T> serializer, T value)
            throws IOException {
        return new VersionedBytes(serializer.getVersion(), serializer.serialize(value));
    }

    /** The object again; the serializer must understand this version. */
    public <T> T read(SimpleVersionedSerializer<T> serializer) throws IOException {
        return serializer.deserialize(version, content);
    }

    /** Version and content in one array. */
    public byte[] toBytes() {
        return ByteBuffer.allocate(4 + content.length).putInt(version).put(content).array();
    }

    /**
     * Inverse of {@link #toBytes()}.
     *
     * @throws IOException when the array is too short to hold a version
     */
    public static VersionedBytes fromBytes(byte[] bytes) throws IOException {
        if (bytes.length < 4) {
            throw new IOException(
                    "A serialized split, committable or writer state begins with a version of four bytes, but there"
                            + " are only "
                            + bytes.length
                            + " bytes; the checkpoint it came from is damaged");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int version = buffer.getInt();
        byte[] content = new byte[buffer.remaining()];
        buffer.get(content);
        return new VersionedBytes(version, content);
    }
}
