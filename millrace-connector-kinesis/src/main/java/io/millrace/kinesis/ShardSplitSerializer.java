// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;

/**
 * Writes a shard and its position: stream, shard, range of hash keys, parents (number and ids), the
 * time until which it was read, and the position, a byte for its kind and what belongs to it.
 */
public final class ShardSplitSerializer implements SimpleVersionedSerializer<KinesisShardSplit> {

    private static final int VERSION = 1;
    private static final int FROM_START = 0;
    private static final int FROM_TIME = 1;
    private static final int AFTER_NUMBER = 2;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(KinesisShardSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        write(split, out);
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public KinesisShardSplit deserialize(int version, byte[] serialized) throws IOException {
        checkVersion(version, VERSION, "a shard");
        return read(new DataInputStream(new ByteArrayInputStream(serialized)));
    }

    static void checkVersion(int version, int own, String what) throws IOException {
        if (version != own) {
            throw new IOException(
                    "The checkpoint holds "
                            + what
                            + " in version "
                            + version
                            + ", and this is a Kinesis connector that reads version "
                            + own
                            + " only. Use the version that wrote it, or a newer one");
        }
    }

    static void write(KinesisShardSplit split, DataOutputStream out) throws IOException {
        out.writeUTF(split.getStreamArn());
        out.writeUTF(split.getShardId());
        out.writeUTF(split.getStartingHashKey());
        out.writeUTF(split.getEndingHashKey());
        out.writeInt(split.getParentShardIds().size());
        for (String parent : split.getParentShardIds()) {
            out.writeUTF(parent);
        }
        out.writeLong(split.getReadUntil());
        StartingPosition position = split.getStartingPosition();
        ShardIteratorType type = position.getShardIteratorType();
        if (type == ShardIteratorType.TRIM_HORIZON) {
            out.writeByte(FROM_START);
        } else if (type == ShardIteratorType.AT_TIMESTAMP) {
            Instant time = (Instant) position.getStartingMarker();
            out.writeByte(FROM_TIME);
            out.writeLong(time.getEpochSecond());
            out.writeInt(time.getNano());
        } else if (type == ShardIteratorType.AFTER_SEQUENCE_NUMBER) {
            out.writeByte(AFTER_NUMBER);
            out.writeUTF((String) position.getStartingMarker());
        } else {
            throw new IOException("No position of a shard is of the kind " + type);
        }
    }

    static KinesisShardSplit read(DataInputStream in) throws IOException {
        String stream = in.readUTF();
        String shard = in.readUTF();
        String startingHashKey = in.readUTF();
        String endingHashKey = in.readUTF();
        Set<String> parents = new LinkedHashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            parents.add(in.readUTF());
        }
        long readUntil = in.readLong();
        int kind = in.readByte();
        StartingPosition position =
                switch (kind) {
                    case FROM_START -> StartingPosition.fromStart();
                    case FROM_TIME ->
                            StartingPosition.fromTimestamp(
                                    Instant.ofEpochSecond(in.readLong(), in.readInt()));
                    case AFTER_NUMBER -> StartingPosition.continueFromSequenceNumber(in.readUTF());
                    default ->
                            throw new IOException(
                                    "A position of kind "
                                            + kind
                                            + " of shard "
                                            + shard
                                            + " can't be read: the checkpoint is damaged");
                };
        return new KinesisShardSplit(
                        stream, shard, position, parents, startingHashKey, endingHashKey)
                .readTo(position, readUntil);
    }
}
