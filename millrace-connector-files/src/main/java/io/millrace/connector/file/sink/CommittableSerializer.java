// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter.CommitRecoverable;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Writes the bucket and the {@link PendingFile}, whose last part the file system writes itself. */
final class CommittableSerializer implements SimpleVersionedSerializer<FileSinkCommittable> {

    /** Version 1 knew no files to remove. */
    private static final int VERSION = 2;

    private static final int TO_COMMIT = 0;
    private static final int TO_REMOVE = 1;
    private static final int TO_MAKE = 2;

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
        if (committable.getPendingFile() instanceof PendingGroup group) {
            out.writeByte(TO_MAKE);
            Fields.writePath(out, group.target());
            out.writeInt(group.files().size());
            for (PendingFile file : group.files()) {
                write(out, file);
            }
        } else {
            out.writeByte(TO_COMMIT);
            write(out, (PendingFile) committable.getPendingFile());
        }
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
        if (kind == TO_MAKE) {
            Path target = Fields.readPath(in);
            List<PendingFile> files = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                files.add(read(in));
            }
            return new FileSinkCommittable(bucket, new PendingGroup(target, files));
        }
        return new FileSinkCommittable(bucket, read(in));
    }

    private void write(DataOutputStream out, PendingFile file) throws IOException {
        Fields.writePath(out, file.path());
        out.writeLong(file.size());
        Fields.write(out, recoverables, file.recoverable());
    }

    private PendingFile read(DataInputStream in) throws IOException {
        return new PendingFile(Fields.readPath(in), in.readLong(), Fields.read(in, recoverables));
    }
}
