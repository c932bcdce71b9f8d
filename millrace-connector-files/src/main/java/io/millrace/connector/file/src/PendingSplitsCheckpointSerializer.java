// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a {@link PendingSplitsCheckpoint}: the version of the splits' serializer, the splits, the
 * paths.
 *
 * @param <T> the split
 */
@PublicEvolving
public final class PendingSplitsCheckpointSerializer<T extends FileSourceSplit>
        implements SimpleVersionedSerializer<PendingSplitsCheckpoint<T>> {

    private static final int VERSION = 1;

    private final SimpleVersionedSerializer<T> splitSerializer;

    public PendingSplitsCheckpointSerializer(SimpleVersionedSerializer<T> splitSerializer) {
        this.splitSerializer = splitSerializer;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(PendingSplitsCheckpoint<T> checkpoint) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(splitSerializer.getVersion());
        out.writeInt(checkpoint.getSplits().size());
        for (T split : checkpoint.getSplits()) {
            byte[] serialized = splitSerializer.serialize(split);
            out.writeInt(serialized.length);
            out.write(serialized);
        }
        out.writeInt(checkpoint.getAlreadyProcessedPaths().size());
        for (Path path : checkpoint.getAlreadyProcessedPaths()) {
            out.writeUTF(path.toUri().toString());
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public PendingSplitsCheckpoint<T> deserialize(int version, byte[] serialized)
            throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "The pending file splits in the checkpoint have version "
                            + version
                            + "; this release reads version "
                            + VERSION
                            + ".");
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        int splitVersion = in.readInt();
        int count = in.readInt();
        List<T> splits = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] split = new byte[in.readInt()];
            in.readFully(split);
            splits.add(splitSerializer.deserialize(splitVersion, split));
        }
        int pathCount = in.readInt();
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < pathCount; i++) {
            paths.add(new Path(URI.create(in.readUTF())));
        }
        return PendingSplitsCheckpoint.fromCollectionSnapshot(splits, paths);
    }
}
