// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A list: its size in 4 bytes, a byte that says whether there are nulls, the elements (each behind
 * a boolean if there are). Whatever list was written, an {@link ArrayList} comes back.
 *
 * @param <T> the elements
 */
@Internal
public final class ListSerializer<T> extends TypeSerializer<List<T>> {

    private static final long serialVersionUID = 1119562170939152304L;

    private final TypeSerializer<T> elementSerializer;

    /** With the serializer of the elements. */
    public ListSerializer(TypeSerializer<T> elementSerializer) {
        this.elementSerializer = Objects.requireNonNull(elementSerializer, "elementSerializer");
    }

    /** The serializer of the elements. */
    public TypeSerializer<T> getElementSerializer() {
        return elementSerializer;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public TypeSerializer<List<T>> duplicate() {
        TypeSerializer<T> duplicate = elementSerializer.duplicate();
        return duplicate == elementSerializer ? this : new ListSerializer<>(duplicate);
    }

    @Override
    public List<T> createInstance() {
        return new ArrayList<>(0);
    }

    @Override
    public List<T> copy(List<T> from) {
        if (elementSerializer.isImmutableType()) {
            return new ArrayList<>(from);
        }
        List<T> copy = new ArrayList<>(from.size());
        for (T element : from) {
            copy.add(element == null ? null : elementSerializer.copy(element));
        }
        return copy;
    }

    @Override
    public List<T> copy(List<T> from, List<T> reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(List<T> list, DataOutputView target) throws IOException {
        boolean nulls = false;
        for (T element : list) {
            if (element == null) {
                nulls = true;
                break;
            }
        }
        target.writeInt(list.size());
        target.writeBoolean(nulls);
        for (T element : list) {
            if (nulls) {
                target.writeBoolean(element != null);
            }
            if (element != null) {
                elementSerializer.serialize(element, target);
            }
        }
    }

    @Override
    public List<T> deserialize(DataInputView source) throws IOException {
        int size = readSize(source);
        boolean nulls = source.readBoolean();
        // A damaged size must not take the memory before the bytes are known to be there.
        List<T> list = new ArrayList<>(Math.min(size, 1 << 16));
        for (int i = 0; i < size; i++) {
            list.add(!nulls || source.readBoolean() ? elementSerializer.deserialize(source) : null);
        }
        return list;
    }

    @Override
    public List<T> deserialize(List<T> reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int size = readSize(source);
        boolean nulls = source.readBoolean();
        target.writeInt(size);
        target.writeBoolean(nulls);
        for (int i = 0; i < size; i++) {
            boolean present = !nulls || source.readBoolean();
            if (nulls) {
                target.writeBoolean(present);
            }
            if (present) {
                elementSerializer.copy(source, target);
            }
        }
    }

    static int readSize(DataInputView source) throws IOException {
        int size = source.readInt();
        if (size < 0) {
            throw new IOException(
                    "the bytes are not a collection: its size would be " + size + " elements");
        }
        return size;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof ListSerializer<?> other
                && elementSerializer.equals(other.elementSerializer);
    }

    @Override
    public int hashCode() {
        return elementSerializer.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<List<T>> snapshotConfiguration() {
        return new ListSerializerSnapshot<>(this);
    }
}
