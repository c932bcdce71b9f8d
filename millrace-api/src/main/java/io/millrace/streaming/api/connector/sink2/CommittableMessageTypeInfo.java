// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.connector.sink2;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.util.function.SerializableSupplier;
import java.io.IOException;
import java.util.Objects;

/**
 * The type of messages between a sink's writers and committers: for {@code returns} in a topology.
 *
 * @param <CommT> the committables
 */
@Experimental
public class CommittableMessageTypeInfo<CommT> extends TypeInformation<CommittableMessage<CommT>> {

    private static final long serialVersionUID = 1L;

    private final SerializableSupplier<SimpleVersionedSerializer<CommT>> serializerFactory;

    private CommittableMessageTypeInfo(
            SerializableSupplier<SimpleVersionedSerializer<CommT>> serializerFactory) {
        this.serializerFactory = Objects.requireNonNull(serializerFactory, "serializerFactory");
    }

    /** Of messages with committables of that serializer. */
    public static <CommT> TypeInformation<CommittableMessage<CommT>> of(
            SerializableSupplier<SimpleVersionedSerializer<CommT>> committableSerializerFactory) {
        return new CommittableMessageTypeInfo<>(committableSerializerFactory);
    }

    /** Of a stream that nothing comes out of. */
    public static TypeInformation<CommittableMessage<Void>> noOutput() {
        return new CommittableMessageTypeInfo<>(NoOutput::new);
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    @SuppressWarnings("unchecked") // a class literal has no parameters
    public Class<CommittableMessage<CommT>> getTypeClass() {
        return (Class<CommittableMessage<CommT>>) (Class<?>) CommittableMessage.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<CommittableMessage<CommT>> createSerializer(SerializerConfig config) {
        return new MessageTypeSerializer<>(serializerFactory);
    }

    @Override
    public TypeSerializer<CommittableMessage<CommT>> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    public String toString() {
        return "CommittableMessageTypeInfo{serializer=" + serializerFactory.get() + '}';
    }

    /** Suppliers are lambdas as a rule, which equal nothing: all such types are taken for equal. */
    @Override
    public boolean equals(Object obj) {
        return obj instanceof CommittableMessageTypeInfo<?> other
                && other.canEqual(this)
                && serializerFactory.get().getClass() == other.serializerFactory.get().getClass();
    }

    @Override
    public int hashCode() {
        return serializerFactory.get().getClass().hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof CommittableMessageTypeInfo;
    }

    private static final class NoOutput implements SimpleVersionedSerializer<Void> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Void nothing) throws IOException {
            throw new IllegalStateException("Nothing was to come out of this stream");
        }

        @Override
        public Void deserialize(int version, byte[] serialized) throws IOException {
            throw new IllegalStateException("Nothing was to come out of this stream");
        }
    }
}
