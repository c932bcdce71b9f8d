// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.Path;

/**
 * The bytes of a {@link HadoopRecoverable}: offset (8 bytes), length and UTF-8 of the target's
 * path, length and UTF-8 of the temporary file's path, and a byte with a bit for each of what else
 * is known of it; numbers are big-endian, lengths have 4 bytes. Paths have scheme and host. Version
 * 1 has no such byte.
 */
final class HadoopRecoverableSerializer implements SimpleVersionedSerializer<HadoopRecoverable> {

    static final HadoopRecoverableSerializer INSTANCE = new HadoopRecoverableSerializer();

    private static final int VERSION = 2;
    private static final int WITHOUT_BITS = 1;

    private static final int ENDED = 1;
    private static final int COPIED = 2;

    private HadoopRecoverableSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(HadoopRecoverable recoverable) throws IOException {
        byte[] target = recoverable.target().toString().getBytes(StandardCharsets.UTF_8);
        byte[] temp = recoverable.temp().toString().getBytes(StandardCharsets.UTF_8);
        int bits = (recoverable.ended() ? ENDED : 0) | (recoverable.copied() ? COPIED : 0);
        return ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + target.length + temp.length + 1)
                .putLong(recoverable.offset())
                .putInt(target.length)
                .put(target)
                .putInt(temp.length)
                .put(temp)
                .put((byte) bits)
                .array();
    }

    @Override
    public HadoopRecoverable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION && version != WITHOUT_BITS) {
            throw new IOException(
                    "A pending file on HDFS was written down in version "
                            + version
                            + ", this program reads versions up to "
                            + VERSION
                            + ".");
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(serialized);
            long offset = in.getLong();
            Path target = path(in);
            Path temp = path(in);
            int bits = version == WITHOUT_BITS ? 0 : in.get();
            return new HadoopRecoverable(
                    target, temp, offset, (bits & ENDED) != 0, (bits & COPIED) != 0);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException(
                    "These " + serialized.length + " bytes are no pending file on HDFS.", e);
        }
    }

    private static Path path(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("impossible length " + length);
        }
        byte[] path = new byte[length];
        in.get(path);
        return new Path(new String(path, StandardCharsets.UTF_8));
    }
}
