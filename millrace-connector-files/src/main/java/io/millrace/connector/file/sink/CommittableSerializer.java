// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Writes the bucket and the {@link PendingFile}, whose last part the file system writes itself. */
final class CommittableSerializer implements SimpleVersionedSerializer<FileSinkCommittable> {

    /** Version 1 knew no files to remove. */
    private static final int VERSION = 2;

    private static final int TO_COMMIT = 0;
    private static final int TO_REMOVE = 1;

    private final SimpleVersionedSerializer<CommitRecoverable> recoverables;

    CommittableSerializer(SimpleVersionedSerializer<CommitRecoverable> recoverables) {
        this.recoverables = recoverables;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(FileSinkCommittable committable) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(committable.getBucketId());
        if (committable.hasCompactedFileToCleanup()) {
            out.writeByte(TO_REMOVE);
            Fields.writePath(out, committable.getCompactedFileToCleanup());
            out.flush();
            return bytes.toByteArray();
        }
        PendingFile file = (PendingFile) committable.getPendingFile();
        out.writeByte(TO_COMMIT);
        Fields.writePath(out, file.path());
        out.writeLong(file.size());
        Fields.write(out, recoverables, file.recoverable());
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public FileSinkCommittable deserialize(int version, byte[] serialized) throws IOException {
        if (version != 1) {
            Fields.checkVersion("A file to commit", version, VERSION);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        String bucket = in.readUTF();
        int kind = version == 1 ? TO_COMMIT : in.readByte();
        if (kind == TO_REMOVE) {
            return new FileSinkCommittable(bucket, Fields.readPath(in));
        }
        return new FileSinkCommittable(
                bucket,
                new PendingFile(Fields.readPath(in), in.readLong(), Fields.read(in, recoverables)));
    }
}
