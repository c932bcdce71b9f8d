// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A type with fields that can be named: tuples and POJOs.
 *
 * <p>A field expression is a name or a position, nested ones separated by dots ({@code
 * "order.f0.city"}), or {@code "*"} for all fields, nested ones included.
 *
 * @param <T> the values
 */
@Public
public abstract class CompositeType<T> extends TypeInformation<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> typeClass;

    /** For subclasses. */
    @PublicEvolving
    public CompositeType(Class<T> typeClass) {
        this.typeClass = Objects.requireNonNull(typeClass, "typeClass");
    }

    @Override
    @PublicEvolving
    public Class<T> getTypeClass() {
        return typeClass;
    }

    /** The fields an expression names, nested types taken apart. */
    @PublicEvolving
    public List<FlatFieldDescriptor> getFlatFields(String fieldExpression) {
        List<FlatFieldDescriptor> result = new ArrayList<>();
        getFlatFields(fieldExpression, 0, result);
        return result;
    }

    /**
     * Adds the fields an expression names, nested types taken apart.
     *
     * @param offset added to each field's position
     * @throws InvalidFieldReferenceException if there is no such field
     */
    @PublicEvolving
    public abstract void getFlatFields(
            String fieldExpression, int offset, List<FlatFieldDescriptor> result);

    /**
     * The type of the field an expression names.
     *
     * @throws InvalidFieldReferenceException if there is no such field
     */
    @PublicEvolving
    public abstract <X> TypeInformation<X> getTypeAt(String fieldExpression);

    /**
     * The type of the field at a position.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    @PublicEvolving
    public abstract <X> TypeInformation<X> getTypeAt(int pos);

    /** Whether there is a field of that name. */
    @PublicEvolving
    public boolean hasField(String fieldName) {
        return getFieldIndex(fieldName) >= 0;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        for (int i = 0; i < getArity(); i++) {
            if (!getTypeAt(i).isKeyType()) {
                return false;
            }
        }
        return true;
    }

    @Override
    @PublicEvolving
    public boolean isSortKeyType() {
        for (int i = 0; i < getArity(); i++) {
            if (!getTypeAt(i).isSortKeyType()) {
                return false;
            }
        }
        return true;
    }

    /** The names of the fields, by position. */
    @PublicEvolving
    public abstract String[] getFieldNames();

    /** Whether the positions of the fields are the same in every JVM. */
    @PublicEvolving
    public boolean hasDeterministicFieldOrder() {
        return false;
    }

    /** The position of the field with that name, or -1. */
    @PublicEvolving
    public abstract int getFieldIndex(String fieldName);

    @Override
    public boolean equals(Object obj) {
        return obj instanceof CompositeType<?> other
                && other.canEqual(this)
                && typeClass == other.typeClass;
    }

    @Override
    public int hashCode() {
        return typeClass.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof CompositeType;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "<" + typeClass.getSimpleName() + ">";
    }

    /** A field that is not itself made of fields, and its position when all are counted. */
    @PublicEvolving
    public static class FlatFieldDescriptor {

        private final int position;
        private final TypeInformation<?> type;

        /** With both. */
        public FlatFieldDescriptor(int keyPosition, TypeInformation<?> type) {
            this.position = keyPosition;
            this.type = type;
        }

        /** The position when all nested fields are counted, from 0. */
        public int getPosition() {
            return position;
        }

        /** The field's type. */
        public TypeInformation<?> getType() {
            return type;
        }

        @Override
        public String toString() {
            return "FlatFieldDescriptor [position=" + position + " typeInfo=" + type + "]";
        }
    }

    /** There is no field of that name. */
    @PublicEvolving
    public static class InvalidFieldReferenceException extends IllegalArgumentException {

        private static final long serialVersionUID = 1L;

        /** With a message. */
        public InvalidFieldReferenceException(String s) {
            super(s);
        }
    }
}
