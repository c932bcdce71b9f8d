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
 * length and UTF-8 of the temporary file's path; numbers are big-endian, lengths have 4 bytes.
 */
final class LocalRecoverableSerializer implements SimpleVersionedSerializer<LocalRecoverable> {

    static final LocalRecoverableSerializer INSTANCE = new LocalRecoverableSerializer();

    private static final int VERSION = 1;

    private LocalRecoverableSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LocalRecoverable recoverable) throws IOException {
        byte[] target = recoverable.targetFile().getPath().getBytes(StandardCharsets.UTF_8);
        byte[] temp = recoverable.tempFile().getPath().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES + target.length + temp.length)
                .putLong(recoverable.offset())
                .putInt(target.length)
                .put(target)
                .putInt(temp.length)
                .put(temp)
                .array();
    }

    @Override
    public LocalRecoverable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "A pending local file was written down in version "
                            + version
                            + ", this program reads version "
                            + VERSION
                            + ".");
        }
        try {
            ByteBuffer in = ByteBuffer.wrap(serialized);
            long offset = in.getLong();
            File target = file(in);
            File temp = file(in);
            return new LocalRecoverable(target, temp, offset);
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
