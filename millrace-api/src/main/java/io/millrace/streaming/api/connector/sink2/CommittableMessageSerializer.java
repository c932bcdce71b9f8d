// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Internal;
import io.millrace.core.io.SimpleVersionedSerialization;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.Objects;

/**
 * Messages as bytes.
 *
 * @param <CommT> the committables
 */
@Internal
public class CommittableMessageSerializer<CommT>
        implements SimpleVersionedSerializer<CommittableMessage<CommT>> {

    /** A committable comes first, then a summary. */
    private static final int COMMITTABLE = 1;

    private static final int SUMMARY = 2;

    private final SimpleVersionedSerializer<CommT> committableSerializer;

    /** By the serializer of what is in the messages. */
    public CommittableMessageSerializer(SimpleVersionedSerializer<CommT> committableSerializer) {
        this.committableSerializer =
                Objects.requireNonNull(committableSerializer, "committableSerializer");
    }

    @Override
    public int getVersion() {
        return 1;
    }

    @Override
    public byte[] serialize(CommittableMessage<CommT> message) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        if (message instanceof CommittableWithLineage<CommT> committable) {
            out.writeByte(COMMITTABLE);
            SimpleVersionedSerialization.writeVersionAndSerialize(
                    committableSerializer, committable.getCommittable(), out);
            out.writeLong(message.getCheckpointIdOrEOI());
            out.writeInt(message.getSubtaskId());
        } else if (message instanceof CommittableSummary<CommT> summary) {
            out.writeByte(SUMMARY);
            out.writeInt(message.getSubtaskId());
            out.writeInt(summary.getNumberOfSubtasks());
            out.writeLong(message.getCheckpointIdOrEOI());
            out.writeInt(summary.getNumberOfCommittables());
            out.writeInt(summary.getNumberOfPendingCommittables());
            out.writeInt(summary.getNumberOfFailedCommittables());
        } else {
            throw new IllegalArgumentException(
                    "A message between writer and committer of a kind of its own can't travel: "
                            + message.getClass().getName());
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public CommittableMessage<CommT> deserialize(int version, byte[] serialized)
            throws IOException {
        if (version != getVersion()) {
            throw new IOException(
                    "A message between writer and committer is of version "
                            + version
                            + "; this build reads "
                            + getVersion());
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        int kind = in.readByte();
        if (kind == COMMITTABLE) {
            CommT committable =
                    SimpleVersionedSerialization.readVersionAndDeSerialize(
                            committableSerializer, in);
            return new CommittableWithLineage<>(committable, in.readLong(), in.readInt());
        } else if (kind == SUMMARY) {
            int subtask = in.readInt();
            int subtasks = in.readInt();
            long checkpointId = in.readLong();
            return new CommittableSummary<>(
                    subtask, subtasks, checkpointId, in.readInt(), in.readInt(), in.readInt());
        }
        throw new IOException("A message between writer and committer is of no kind: " + kind);
    }
}
