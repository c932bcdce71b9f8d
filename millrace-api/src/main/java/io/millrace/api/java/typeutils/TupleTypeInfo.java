// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.api.java.typeutils.runtime.Tuple0Serializer;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.types.Value;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A tuple and the types of its fields.
 *
 * @param <T> the tuple
 */
@Public
public final class TupleTypeInfo<T extends Tuple> extends TupleTypeInfoBase<T> {

    private static final long serialVersionUID = 1L;

    /** f0, f1 and so on. */
    protected final String[] fieldNames;

    /** The tuple of this package with these fields. */
    @PublicEvolving
    @SuppressWarnings("unchecked") // T is the tuple with that many fields
    public TupleTypeInfo(TypeInformation<?>... types) {
        this((Class<T>) Tuple.getTupleClass(types.length), types);
    }

    /** A subclass of a tuple, with these fields. */
    @PublicEvolving
    public TupleTypeInfo(Class<T> tupleType, TypeInformation<?>... types) {
        super(tupleType, types);
        if (types.length > Tuple.MAX_ARITY) {
            throw new IllegalArgumentException(
                    "a tuple has at most " + Tuple.MAX_ARITY + " fields, not " + types.length);
        }
        this.fieldNames = new String[types.length];
        for (int i = 0; i < types.length; i++) {
            fieldNames[i] = "f" + i;
        }
    }

    @Override
    @PublicEvolving
    public String[] getFieldNames() {
        return fieldNames.clone();
    }

    @Override
    @PublicEvolving
    public int getFieldIndex(String fieldName) {
        return Arrays.asList(fieldNames).indexOf(fieldName);
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // Tuple0 has one serializer
    public TupleSerializer<T> createSerializer(SerializerConfig config) {
        if (getTypeClass() == Tuple0.class) {
            Object ofNothing =
                    Tuple0Serializer.INSTANCE; // so it is not loaded to verify this class
            return (TupleSerializer<T>) ofNothing;
        }
        TypeSerializer<?>[] fields = new TypeSerializer<?>[types.length];
        for (int i = 0; i < types.length; i++) {
            fields[i] = types[i].createSerializer(config);
        }
        return new TupleSerializer<>(getTypeClass(), fields);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    @Override
    @PublicEvolving
    public Map<String, TypeInformation<?>> getGenericParameters() {
        Map<String, TypeInformation<?>> parameters = new LinkedHashMap<>();
        for (int i = 0; i < types.length; i++) {
            parameters.put("T" + i, types[i]);
        }
        return parameters;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof TupleTypeInfo<?> other && other.canEqual(this) && super.equals(other);
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof TupleTypeInfo;
    }

    @Override
    public int hashCode() {
        return 31 * super.hashCode() + Arrays.hashCode(fieldNames);
    }

    @Override
    public String toString() {
        return "Java " + super.toString();
    }

    /**
     * A tuple of basic types.
     *
     * @throws IllegalArgumentException if a class is no basic type
     */
    @PublicEvolving
    public static <X extends Tuple> TupleTypeInfo<X> getBasicTupleTypeInfo(Class<?>... basicTypes) {
        TypeInformation<?>[] types = new TypeInformation<?>[basicTypes.length];
        for (int i = 0; i < basicTypes.length; i++) {
            types[i] = BasicTypeInfo.getInfoFor(basicTypes[i]);
            if (types[i] == null) {
                throw new IllegalArgumentException(
                        "field " + i + " is a " + basicTypes[i].getName() + ", no basic type");
            }
        }
        return new TupleTypeInfo<>(types);
    }

    /**
     * A tuple of basic types and of the library's own values.
     *
     * @throws IllegalArgumentException if a class is neither
     */
    @PublicEvolving
    public static <X extends Tuple> TupleTypeInfo<X> getBasicAndBasicValueTupleTypeInfo(
            Class<?>... basicTypes) {
        TypeInformation<?>[] types = new TypeInformation<?>[basicTypes.length];
        for (int i = 0; i < basicTypes.length; i++) {
            types[i] = BasicTypeInfo.getInfoFor(basicTypes[i]);
            if (types[i] == null && Value.class.isAssignableFrom(basicTypes[i])) {
                ValueTypeInfo<?> value =
                        ValueTypeInfo.getValueTypeInfo(basicTypes[i].asSubclass(Value.class));
                types[i] = value.isBasicValueType() ? value : null;
            }
            if (types[i] == null) {
                throw new IllegalArgumentException(
                        "field "
                                + i
                                + " is a "
                                + basicTypes[i].getName()
                                + ", no basic type and no basic value");
            }
        }
        return new TupleTypeInfo<>(types);
    }
}
