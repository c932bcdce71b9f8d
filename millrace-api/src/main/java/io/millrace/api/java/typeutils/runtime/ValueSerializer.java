// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.Value;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.Objects;

/** The serializer of values that write and read themselves; a copy is what is read back. */
public final class ValueSerializer<T extends Value> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> valueClass;

    /** For values of this class, which needs a public constructor without arguments. */
    public ValueSerializer(Class<T> valueClass) {
        this.valueClass = Objects.requireNonNull(valueClass, "valueClass");
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public ValueSerializer<T> duplicate() {
        return this;
    }

    @Override
    public T createInstance() {
        return InstantiationUtil.instantiate(valueClass);
    }

    @Override
    public T copy(T from) {
        return copy(from, createInstance());
    }

    @Override
    public T copy(T from, T reuse) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(64);
            from.write(out);
            reuse.read(new DataInputDeserializer(out.getCopyOfBuffer()));
            return reuse;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(
                    "A " + valueClass.getName() + " can't be copied: " + e.getMessage(), e);
        }
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        T value = deserialize(source);
        value.write(target);
    }

    @Override
    public void serialize(T value, DataOutputView target) throws IOException {
        value.write(target);
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return deserialize(createInstance(), source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        reuse.read(source);
        return reuse;
    }

    @Override
    public int hashCode() {
        return valueClass.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ValueSerializer<?> other && valueClass == other.valueClass;
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new ValueSerializerSnapshot<>(valueClass);
    }

    /** Remembers the values' class. */
    public static final class ValueSerializerSnapshot<T extends Value>
            implements TypeSerializerSnapshot<T> {

        private Class<T> valueClass;

        /** For reading. */
        public ValueSerializerSnapshot() {}

        ValueSerializerSnapshot(Class<T> valueClass) {
            this.valueClass = valueClass;
        }

        @Override
        public int getCurrentVersion() {
            return 1;
        }

        @Override
        public void writeSnapshot(DataOutputView out) throws IOException {
            out.writeUTF(valueClass.getName());
        }

        @Override
        @SuppressWarnings("unchecked") // checked to be a value
        public void readSnapshot(int readVersion, DataInputView in, ClassLoader loader)
                throws IOException {
            String name = in.readUTF();
            try {
                valueClass = (Class<T>) Class.forName(name, false, loader).asSubclass(Value.class);
            } catch (ClassNotFoundException | ClassCastException e) {
                throw new IOException(
                        "the class '"
                                + name
                                + "' named in the bytes is not on the class path, or is no Value",
                        e);
            }
        }

        @Override
        public TypeSerializer<T> restoreSerializer() {
            return new ValueSerializer<>(valueClass);
        }

        @Override
        public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
                TypeSerializerSnapshot<T> oldSerializerSnapshot) {
            return oldSerializerSnapshot instanceof ValueSerializerSnapshot<T> old
                            && old.valueClass == valueClass
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }
}
