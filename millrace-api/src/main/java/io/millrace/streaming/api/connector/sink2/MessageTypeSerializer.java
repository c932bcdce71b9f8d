// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.io.SimpleVersionedSerialization;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.util.function.SerializableSupplier;
import java.io.IOException;

/** Messages on their way from task to task. They have no place in state. */
final class MessageTypeSerializer<CommT> extends TypeSerializer<CommittableMessage<CommT>> {

    private static final long serialVersionUID = 1L;

    private final SerializableSupplier<SimpleVersionedSerializer<CommT>> factory;
    private transient CommittableMessageSerializer<CommT> messages;

    MessageTypeSerializer(SerializableSupplier<SimpleVersionedSerializer<CommT>> factory) {
        this.factory = factory;
    }

    private CommittableMessageSerializer<CommT> messages() {
        if (messages == null) {
            messages = new CommittableMessageSerializer<>(factory.get());
        }
        return messages;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<CommittableMessage<CommT>> duplicate() {
        return new MessageTypeSerializer<>(factory);
    }

    @Override
    public CommittableMessage<CommT> createInstance() {
        throw new UnsupportedOperationException("There is no message without content");
    }

    @Override
    public CommittableMessage<CommT> copy(CommittableMessage<CommT> from) {
        return from;
    }

    @Override
    public CommittableMessage<CommT> copy(
            CommittableMessage<CommT> from, CommittableMessage<CommT> reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(CommittableMessage<CommT> message, DataOutputView target)
            throws IOException {
        SimpleVersionedSerialization.writeVersionAndSerialize(messages(), message, target);
    }

    @Override
    public CommittableMessage<CommT> deserialize(DataInputView source) throws IOException {
        return SimpleVersionedSerialization.readVersionAndDeSerialize(messages(), source);
    }

    @Override
    public CommittableMessage<CommT> deserialize(
            CommittableMessage<CommT> reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        serialize(deserialize(source), target);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof MessageTypeSerializer<?> other
                && factory.get().getClass() == other.factory.get().getClass();
    }

    @Override
    public int hashCode() {
        return factory.get().getClass().hashCode();
    }

    @Override
    public TypeSerializerSnapshot<CommittableMessage<CommT>> snapshotConfiguration() {
        return new Snapshot<>();
    }

    /**
     * Of messages that were on their way when a barrier overtook them: each tells the version it
     * was written in, and what the program has today reads it. There is nothing more to remember,
     * so nothing without the program could read them.
     */
    public static final class Snapshot<CommT>
            implements TypeSerializerSnapshot<CommittableMessage<CommT>> {

        public Snapshot() {}

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) {}

        @Override
        public void readSnapshot(int version, DataInputView in, ClassLoader classLoader) {}

        @Override
        public TypeSerializer<CommittableMessage<CommT>> restoreSerializer() {
            throw new UnsupportedOperationException(
                    "Messages between writer and committer are read by the sink's own serializer of"
                            + " committables, which is not remembered");
        }

        @Override
        public TypeSerializerSchemaCompatibility<CommittableMessage<CommT>>
                resolveSchemaCompatibility(
                        TypeSerializerSnapshot<CommittableMessage<CommT>> oldSerializerSnapshot) {
            return oldSerializerSnapshot instanceof Snapshot
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }
}
