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
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Writes the two kinds of elements of a writer's state, told apart by their first byte.
 *
 * <p>In version 1 operators that shared a sink had the same lineage, and no directories were named.
 * What is read of it gets a lineage of its own, so that nobody's files are taken for leftovers.
 */
final class WriterStateSerializer implements SimpleVersionedSerializer<FileWriterBucketState> {

    private static final int VERSION = 2;
    private static final int SHARED_LINEAGES = 1;

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
            out.writeInt(numbering.directories().size());
            for (Path directory : numbering.directories()) {
                Fields.writePath(out, directory);
            }
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
        if (version != SHARED_LINEAGES) {
            Fields.checkVersion("The state of a file sink's writer", version, VERSION);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        int kind = in.readByte();
        if (kind == NUMBERING) {
            return numbering(version, in);
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

    private static NumberingState numbering(int version, DataInputStream in) throws IOException {
        Path basePath = Fields.readPath(in);
        String lineage = in.readUTF();
        long nextNumber = in.readLong();
        if (version == SHARED_LINEAGES) {
            return new NumberingState(basePath, UUID.randomUUID().toString(), 0, List.of());
        }
        List<Path> directories = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            directories.add(Fields.readPath(in));
        }
        return new NumberingState(basePath, lineage, nextNumber, directories);
    }
}
