// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.enumerator.KinesisShardSplitWithAssignmentStatus;
import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.enumerator.SplitAssignmentStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes what the enumerator knows: whether there is a greatest shard, its id, and the number of
 * shards, each as {@link ShardSplitSerializer} does and with a byte for whether it is assigned.
 */
public final class ShardBookSerializer
        implements SimpleVersionedSerializer<KinesisStreamsSourceEnumeratorState> {

    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(KinesisStreamsSourceEnumeratorState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeBoolean(state.getLastSeenShardId() != null);
        if (state.getLastSeenShardId() != null) {
            out.writeUTF(state.getLastSeenShardId());
        }
        out.writeInt(state.getKnownSplits().size());
        for (KinesisShardSplitWithAssignmentStatus known : state.getKnownSplits()) {
            ShardSplitSerializer.write(known.split(), out);
            out.writeByte(known.assignmentStatus().getStatusCode());
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public KinesisStreamsSourceEnumeratorState deserialize(int version, byte[] serialized)
            throws IOException {
        ShardSplitSerializer.checkVersion(version, VERSION, "the shards of a stream");
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        String greatest = in.readBoolean() ? in.readUTF() : null;
        List<KinesisShardSplitWithAssignmentStatus> known = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            known.add(
                    new KinesisShardSplitWithAssignmentStatus(
                            ShardSplitSerializer.read(in),
                            SplitAssignmentStatus.fromStatusCode(in.readByte())));
        }
        return new KinesisStreamsSourceEnumeratorState(known, greatest);
    }
}
