// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.Objects;

/**
 * An array of objects: its length in 4 bytes, then each element behind a boolean that says whether
 * it is there (null is not).
 *
 * @param <C> the elements
 */
@Internal
public final class GenericArraySerializer<C> extends TypeSerializer<C[]> {

    private static final long serialVersionUID = 1L;

    private final Class<C> componentClass;
    private final TypeSerializer<C> componentSerializer;

    /** With class and serializer of the elements. */
    public GenericArraySerializer(Class<C> componentClass, TypeSerializer<C> componentSerializer) {
        this.componentClass = Objects.requireNonNull(componentClass, "componentClass");
        this.componentSerializer =
                Objects.requireNonNull(componentSerializer, "componentSerializer");
    }

    /** The class of the elements. */
    public Class<C> getComponentClass() {
        return componentClass;
    }

    /** The serializer of the elements. */
    public TypeSerializer<C> getComponentSerializer() {
        return componentSerializer;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public GenericArraySerializer<C> duplicate() {
        TypeSerializer<C> duplicate = componentSerializer.duplicate();
        return duplicate == componentSerializer
                ? this
                : new GenericArraySerializer<>(componentClass, duplicate);
    }

    @Override
    public C[] createInstance() {
        return create(0);
    }

    @Override
    public C[] copy(C[] from) {
        C[] copy = from.clone();
        if (!componentSerializer.isImmutableType()) {
            for (int i = 0; i < copy.length; i++) {
                copy[i] = copy[i] == null ? null : componentSerializer.copy(copy[i]);
            }
        }
        return copy;
    }

    @Override
    public C[] copy(C[] from, C[] reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(C[] record, DataOutputView target) throws IOException {
        target.writeInt(record.length);
        for (C value : record) {
            target.writeBoolean(value != null);
            if (value != null) {
                componentSerializer.serialize(value, target);
            }
        }
    }

    @Override
    public C[] deserialize(DataInputView source) throws IOException {
        C[] array = create(ListSerializer.readSize(source));
        for (int i = 0; i < array.length; i++) {
            if (source.readBoolean()) {
                array[i] = componentSerializer.deserialize(source);
            }
        }
        return array;
    }

    @Override
    public C[] deserialize(C[] reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int length = ListSerializer.readSize(source);
        target.writeInt(length);
        for (int i = 0; i < length; i++) {
            boolean present = source.readBoolean();
            target.writeBoolean(present);
            if (present) {
                componentSerializer.copy(source, target);
            }
        }
    }

    @SuppressWarnings("unchecked") // an array of C by its class
    private C[] create(int length) {
        return (C[]) Array.newInstance(componentClass, length);
    }

    @Override
    public int hashCode() {
        return 31 * componentClass.hashCode() + componentSerializer.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof GenericArraySerializer<?> other
                && componentClass == other.componentClass
                && componentSerializer.equals(other.componentSerializer);
    }

    @Override
    public String toString() {
        return "Serializer " + componentClass.getName() + "[]";
    }

    @Override
    public GenericArraySerializerSnapshot<C> snapshotConfiguration() {
        return new GenericArraySerializerSnapshot<>(this);
    }
}
