// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Writes the fields of a tuple one behind the other, and nothing else.
 *
 * @param <T> the tuple
 */
@Internal
public abstract class TupleSerializerBase<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    /** The class of the tuples. */
    protected final Class<T> tupleClass;

    /** The serializers of the fields. */
    protected TypeSerializer<Object>[] fieldSerializers;

    /** The number of fields. */
    protected final int arity;

    private final int length;

    /** With the serializers of the fields. */
    @SuppressWarnings("unchecked") // a field's serializer is only given that field's values
    public TupleSerializerBase(Class<T> tupleClass, TypeSerializer<?>[] fieldSerializers) {
        this.tupleClass = Objects.requireNonNull(tupleClass, "tupleClass");
        this.fieldSerializers = (TypeSerializer<Object>[]) fieldSerializers;
        this.arity = fieldSerializers.length;
        int total = 0;
        for (TypeSerializer<?> serializer : fieldSerializers) {
            int one = serializer.getLength();
            total = one < 0 || total < 0 ? -1 : total + one;
        }
        this.length = total;
    }

    /** The class of the tuples. */
    public Class<T> getTupleClass() {
        return tupleClass;
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public int getLength() {
        return length;
    }

    /** The number of fields. */
    public int getArity() {
        return arity;
    }

    /** A tuple of those values. */
    public abstract T createInstance(Object[] fields);

    /** A tuple of those values; may, but need not, be the given one. */
    public abstract T createOrReuseInstance(Object[] fields, T reuse);

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        for (TypeSerializer<Object> serializer : fieldSerializers) {
            serializer.copy(source, target);
        }
    }

    /** The serializers of the fields, in an array of the caller's own. */
    public TypeSerializer<Object>[] getFieldSerializers() {
        return fieldSerializers.clone();
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(fieldSerializers) + tupleClass.hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof TupleSerializerBase<?> other
                && tupleClass == other.tupleClass
                && Arrays.equals(fieldSerializers, other.fieldSerializers);
    }
}
