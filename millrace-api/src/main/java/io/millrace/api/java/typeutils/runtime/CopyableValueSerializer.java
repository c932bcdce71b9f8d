// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.CopyableValue;
import io.millrace.util.InstantiationUtil;
import java.io.IOException;
import java.util.Objects;

/** The serializer of values that copy themselves. */
public final class CopyableValueSerializer<T extends CopyableValue<T>> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> valueClass;

    /** For values of this class, which needs a public constructor without arguments. */
    public CopyableValueSerializer(Class<T> valueClass) {
        this.valueClass = Objects.requireNonNull(valueClass, "valueClass");
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public CopyableValueSerializer<T> duplicate() {
        return this;
    }

    @Override
    public T createInstance() {
        return InstantiationUtil.instantiate(valueClass);
    }

    @Override
    public T copy(T from) {
        return from.copy();
    }

    @Override
    public T copy(T from, T reuse) {
        from.copyTo(reuse);
        return reuse;
    }

    @Override
    public int getLength() {
        return createInstance().getBinaryLength();
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        createInstance().copy(source, target);
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
        return obj instanceof CopyableValueSerializer<?> other && valueClass == other.valueClass;
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new CopyableValueSerializerSnapshot<>(valueClass);
    }

    /** Remembers the values' class. */
    public static final class CopyableValueSerializerSnapshot<T extends CopyableValue<T>>
            implements TypeSerializerSnapshot<T> {

        private Class<T> valueClass;

        /** For reading. */
        public CopyableValueSerializerSnapshot() {}

        CopyableValueSerializerSnapshot(Class<T> valueClass) {
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
                valueClass =
                        (Class<T>)
                                Class.forName(name, false, loader).asSubclass(CopyableValue.class);
            } catch (ClassNotFoundException | ClassCastException e) {
                throw new IOException(
                        "the class '"
                                + name
                                + "' named in the bytes is not on the class path, or is no CopyableValue",
                        e);
            }
        }

        @Override
        public TypeSerializer<T> restoreSerializer() {
            return new CopyableValueSerializer<>(valueClass);
        }

        @Override
        public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
                TypeSerializerSnapshot<T> oldSerializerSnapshot) {
            return oldSerializerSnapshot instanceof CopyableValueSerializerSnapshot<T> old
                            && old.valueClass == valueClass
                    ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                    : TypeSerializerSchemaCompatibility.incompatible();
        }
    }
}
