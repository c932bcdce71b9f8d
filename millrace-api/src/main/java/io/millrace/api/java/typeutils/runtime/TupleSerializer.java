// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.types.NullFieldException;
import java.io.IOException;

/**
 * The serializer of tuples. A null field can be written only if the field's own serializer can
 * write it, as that of strings can; of fixed width if all fields are.
 *
 * @param <T> the tuple
 */
@Internal
public class TupleSerializer<T extends Tuple> extends TupleSerializerBase<T> {

    private static final long serialVersionUID = 1L;

    private final boolean plain;
    private final boolean immutableFields;

    /** With the serializers of the fields. */
    public TupleSerializer(Class<T> tupleClass, TypeSerializer<?>[] fieldSerializers) {
        super(tupleClass, fieldSerializers);
        this.plain =
                fieldSerializers.length <= Tuple.MAX_ARITY
                        && tupleClass == Tuple.getTupleClass(fieldSerializers.length);
        boolean immutable = true;
        for (TypeSerializer<?> serializer : fieldSerializers) {
            immutable &= serializer.isImmutableType();
        }
        this.immutableFields = immutable;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public TupleSerializer<T> duplicate() {
        TypeSerializer<?>[] duplicates = new TypeSerializer<?>[arity];
        boolean same = true;
        for (int i = 0; i < arity; i++) {
            duplicates[i] = fieldSerializers[i].duplicate();
            same &= duplicates[i] == fieldSerializers[i];
        }
        return same ? this : new TupleSerializer<>(tupleClass, duplicates);
    }

    @Override
    public T createInstance() {
        T tuple = instantiate();
        for (int i = 0; i < arity; i++) {
            tuple.setField(fieldSerializers[i].createInstance(), i);
        }
        return tuple;
    }

    @Override
    public T createInstance(Object[] fields) {
        return createOrReuseInstance(fields, instantiate());
    }

    @Override
    public T createOrReuseInstance(Object[] fields, T reuse) {
        for (int i = 0; i < arity; i++) {
            reuse.setField(fields[i], i);
        }
        return reuse;
    }

    @Override
    public T copy(T from) {
        if (immutableFields && plain) {
            return from.copy();
        }
        return copy(from, instantiate());
    }

    @Override
    public T copy(T from, T reuse) {
        for (int i = 0; i < arity; i++) {
            Object field = from.getField(i);
            reuse.setField(
                    immutableFields || field == null ? field : fieldSerializers[i].copy(field), i);
        }
        return reuse;
    }

    @Override
    public void serialize(T value, DataOutputView target) throws IOException {
        for (int i = 0; i < arity; i++) {
            Object field = value.getField(i);
            try {
                fieldSerializers[i].serialize(field, target);
            } catch (NullPointerException e) {
                if (field == null) {
                    throw new NullFieldException(i, e);
                }
                throw e;
            }
        }
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return deserialize(instantiate(), source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        for (int i = 0; i < arity; i++) {
            reuse.setField(fieldSerializers[i].deserialize(source), i);
        }
        return reuse;
    }

    @SuppressWarnings("unchecked") // T is the class it was made with
    private T instantiate() {
        if (plain) {
            return (T) Tuple.newInstance(arity);
        }
        try {
            return tupleClass.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "The tuple class "
                            + tupleClass.getName()
                            + " must be public and have a public constructor without arguments that"
                            + " does not fail.",
                    e);
        }
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new TupleSerializerSnapshot<>(this);
    }
}
