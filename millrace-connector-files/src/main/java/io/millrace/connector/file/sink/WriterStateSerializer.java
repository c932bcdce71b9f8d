// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Writes the two kinds of elements of a writer's state, told apart by their first byte. */
final class WriterStateSerializer implements SimpleVersionedSerializer<FileWriterBucketState> {

    private static final int VERSION = 1;

    private static final int NUMBERING = 0;
    private static final int BUCKET = 1;

    private final SimpleVersionedSerializer<ResumeRecoverable> recoverables;

    WriterStateSerializer(SimpleVersionedSerializer<ResumeRecoverable> recoverables) {
        this.recoverables = recoverables;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(FileWriterBucketState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        if (state instanceof NumberingState numbering) {
            out.writeByte(NUMBERING);
            Fields.writePath(out, numbering.getBucketPath());
            out.writeUTF(numbering.lineage());
            out.writeLong(numbering.nextNumber());
        } else if (state instanceof BucketState bucket) {
            out.writeByte(BUCKET);
            out.writeUTF(bucket.getBucketId());
            Fields.writePath(out, bucket.getBucketPath());
            out.writeLong(bucket.getInProgressFileCreationTime());
            Fields.writePath(out, bucket.resumePoint().path());
            out.writeLong(bucket.resumePoint().size());
            Fields.write(out, recoverables, bucket.resumePoint().recoverable());
        } else {
            throw new IllegalArgumentException("Not made by a file sink's writer: " + state);
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public FileWriterBucketState deserialize(int version, byte[] serialized) throws IOException {
        Fields.checkVersion("The state of a file sink's writer", version, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        int kind = in.readByte();
        if (kind == NUMBERING) {
            return new NumberingState(Fields.readPath(in), in.readUTF(), in.readLong());
        }
        if (kind != BUCKET) {
            throw new IOException(
                    "The state of a file sink's writer in the checkpoint is damaged: it has the kind "
                            + kind
                            + ".");
        }
        String bucketId = in.readUTF();
        Path bucketPath = Fields.readPath(in);
        long creationTime = in.readLong();
        return new BucketState(
                bucketId,
                bucketPath,
                creationTime,
                new ResumePoint(Fields.readPath(in), in.readLong(), Fields.read(in, recoverables)));
    }
}
