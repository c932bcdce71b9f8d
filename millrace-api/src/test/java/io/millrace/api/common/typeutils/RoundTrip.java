// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;

/** What every serializer must be able to do, for tests. */
public final class RoundTrip {

    private RoundTrip() {}

    /**
     * Writes and reads a value in all ways there are, between two marks that must be found again.
     */
    public static <T> T check(TypeSerializer<T> serializer, T value) {
        try {
            assertThat(serializer.duplicate()).isEqualTo(serializer);
            assertThat(InstantiationUtil.clone(serializer)).isEqualTo(serializer);
            byte[] bytes = bytes(serializer, value);
            if (serializer.getLength() >= 0) {
                assertThat(bytes).hasSize(serializer.getLength());
            }
            DataOutputSerializer copied = new DataOutputSerializer(8);
            DataInputDeserializer source = new DataInputDeserializer(bytes);
            serializer.copy(source, copied);
            assertThat(source.available()).isZero();
            assertThat(copied.getCopyOfBuffer()).isEqualTo(bytes);

            T read = read(serializer, bytes);
            assertThat(read).usingRecursiveComparison().isEqualTo(value);
            assertThat(serializer.copy(value)).usingRecursiveComparison().isEqualTo(value);
            if (serializer.isImmutableType()) {
                assertThat(serializer.copy(value)).isSameAs(value);
            }

            TypeSerializerSnapshot<T> snapshot = snapshot(serializer);
            assertThat(
                            serializer
                                    .snapshotConfiguration()
                                    .resolveSchemaCompatibility(snapshot)
                                    .isCompatibleAsIs())
                    .isTrue();
            assertThat(read(snapshot.restoreSerializer(), bytes))
                    .usingRecursiveComparison()
                    .isEqualTo(value);
            return read;
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** The bytes of a value. */
    public static <T> byte[] bytes(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(8);
        serializer.serialize(value, out);
        return out.getCopyOfBuffer();
    }

    /** The value in exactly those bytes. */
    public static <T> T read(TypeSerializer<T> serializer, byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        T value = serializer.deserialize(in);
        assertThat(in.available()).isZero();
        return value;
    }

    /** The snapshot, as it comes back from a checkpoint. */
    public static <T> TypeSerializerSnapshot<T> snapshot(TypeSerializer<T> serializer)
            throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(8);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());
        TypeSerializerSnapshot<T> snapshot =
                TypeSerializerSnapshot.readVersionedSnapshot(in, RoundTrip.class.getClassLoader());
        assertThat(in.available()).isZero();
        return snapshot;
    }
}
