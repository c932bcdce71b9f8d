// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.File;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a {@link LocalRecoverable}: offset (8 bytes), length and UTF-8 of the target's path,
 * length and UTF-8 of the temporary file's path, and a byte with a bit for each of what else is
 * known of it; numbers are big-endian, lengths have 4 bytes. Version 1 has no such byte.
 */
final class LocalRecoverableSerializer implements SimpleVersionedSerializer<LocalRecoverable> {

    static final LocalRecoverableSerializer INSTANCE = new LocalRecoverableSerializer();

    private static final int VERSION = 2;
    private static final int WITHOUT_BITS = 1;

    private static final int ENDED = 1;
    private static final int COPIED = 2;

    private LocalRecoverableSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LocalRecoverable recoverable) throws IOException {
        byte[] target = recoverable.targetFile().getPath().getBytes(StandardCharsets.UTF_8);
        byte[] temp = recoverable.tempFile().getPath().getBytes(StandardCharsets.UTF_8);
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
    public LocalRecoverable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION && version != WITHOUT_BITS) {
            throw new IOException(
                    "A pending local file was written down in version "
                            + version
                            + ", this program reads versions up to "
                            + VERSION
                            + ".");
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(serialized);
            long offset = in.getLong();
            File target = file(in);
            File temp = file(in);
            int bits = version == WITHOUT_BITS ? 0 : in.get();
            return new LocalRecoverable(
                    target, temp, offset, (bits & ENDED) != 0, (bits & COPIED) != 0);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new IOException(
                    "These " + serialized.length + " bytes are no pending local file.", e);
        }
    }

    private static File file(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("impossible length " + length);
        }
        byte[] path = new byte[length];
        in.get(path);
        return new File(new String(path, StandardCharsets.UTF_8));
    }
}
