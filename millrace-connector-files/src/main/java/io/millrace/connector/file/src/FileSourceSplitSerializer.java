// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;

/** Writes a {@link FileSourceSplit}: its fields in the order of the constructor. */
@PublicEvolving
public final class FileSourceSplitSerializer implements SimpleVersionedSerializer<FileSourceSplit> {

    public static final FileSourceSplitSerializer INSTANCE = new FileSourceSplitSerializer();

    private static final int VERSION = 1;

    public FileSourceSplitSerializer() {}

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(FileSourceSplit split) throws IOException {
        if (split.getClass() != FileSourceSplit.class) {
            throw new IllegalArgumentException(
                    "This serializer would lose what "
                            + split.getClass().getName()
                            + " adds to a split; the source needs a serializer of its own.");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF(split.splitId());
        out.writeUTF(split.path().toUri().toString());
        out.writeLong(split.offset());
        out.writeLong(split.length());
        out.writeLong(split.fileModificationTime());
        out.writeLong(split.fileSize());
        String[] hosts = split.hostnames();
        out.writeInt(hosts.length);
        for (String host : hosts) {
            out.writeUTF(host);
        }
        CheckpointedPosition position = split.getReaderPosition().orElse(null);
        out.writeBoolean(position != null);
        if (position != null) {
            out.writeLong(position.getOffset());
            out.writeLong(position.getRecordsAfterOffset());
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public FileSourceSplit deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "A file split in the checkpoint has version "
                            + version
                            + "; this release reads version "
                            + VERSION
                            + ".");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        String id = in.readUTF();
        Path path = new Path(URI.create(in.readUTF()));
        long offset = in.readLong();
        long length = in.readLong();
        long fileModificationTime = in.readLong();
        long fileSize = in.readLong();
        String[] hosts = new String[in.readInt()];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = in.readUTF();
        }
        CheckpointedPosition position =
                in.readBoolean() ? new CheckpointedPosition(in.readLong(), in.readLong()) : null;
        return new FileSourceSplit(
                id, path, offset, length, fileModificationTime, fileSize, hosts, position);
    }
}
