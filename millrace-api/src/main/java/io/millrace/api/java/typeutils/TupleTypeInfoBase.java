// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A type with fields that are known by position.
 *
 * @param <T> the values
 */
public abstract class TupleTypeInfoBase<T> extends CompositeType<T> {

    private static final long serialVersionUID = 1L;

    /** The types of the fields. */
    protected final TypeInformation<?>[] types;

    private final int totalFields;

    /** With the types of the fields. */
    public TupleTypeInfoBase(Class<T> tupleType, TypeInformation<?>... types) {
        super(tupleType);
        int total = 0;
        for (TypeInformation<?> type : types) {
            total += Objects.requireNonNull(type, "types").getTotalFields();
        }
        this.types = types.clone();
        this.totalFields = total;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return true;
    }

    /** Whether it is a Scala case class; never here. */
    public boolean isCaseClass() {
        return false;
    }

    @Override
    public int getArity() {
        return types.length;
    }

    /** The types of the fields, in an array of the caller's own. */
    public TypeInformation<?>[] getFieldTypes() {
        return types.clone();
    }

    @Override
    public int getTotalFields() {
        return totalFields;
    }

    @Override
    public void getFlatFields(
            String fieldExpression, int offset, List<FlatFieldDescriptor> result) {
        FieldExpression.of(fieldExpression).flatten(this, offset, result);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <X> TypeInformation<X> getTypeAt(String fieldExpression) {
        return (TypeInformation<X>) FieldExpression.of(fieldExpression).typeIn(this);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <X> TypeInformation<X> getTypeAt(int pos) {
        if (pos < 0 || pos >= types.length) {
            throw new IndexOutOfBoundsException(
                    "There is no field " + pos + " in " + this + ", which has " + types.length);
        }
        return (TypeInformation<X>) types[pos];
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof TupleTypeInfoBase<?> other
                && other.canEqual(this)
                && super.equals(other)
                && Arrays.equals(types, other.types);
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof TupleTypeInfoBase;
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + Arrays.hashCode(types);
    }

    @Override
    public String toString() {
        return Arrays.stream(types)
                .map(String::valueOf)
                .collect(Collectors.joining(", ", "Tuple" + types.length + "<", ">"));
    }

    @Override
    public boolean hasDeterministicFieldOrder() {
        return true;
    }
}
