// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeType;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.runtime.PojoSerializer;
import io.millrace.api.java.typeutils.runtime.kryo.KryoSerializer;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A class whose fields are known: a POJO or a record. The fields are ordered by name.
 *
 * <p>A class is a POJO if it is public and not an inner class, has a public constructor without
 * arguments, and each of its fields that is neither static nor transient is public or has a getter
 * and a setter. Every record is one.
 *
 * @param <T> the class
 */
@Public
public class PojoTypeInfo<T> extends CompositeType<T> {

    private static final long serialVersionUID = 1L;

    private final PojoField[] fields;
    private final int totalFields;

    /** With the fields, in any order. */
    @PublicEvolving
    public PojoTypeInfo(Class<T> typeClass, List<PojoField> fields) {
        super(typeClass);
        this.fields = fields.toArray(new PojoField[0]);
        Arrays.sort(
                this.fields,
                (one, other) -> one.getField().getName().compareTo(other.getField().getName()));
        int total = 0;
        for (PojoField field : fields) {
            total += field.getTypeInformation().getTotalFields();
        }
        this.totalFields = total;
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return false;
    }

    @Override
    @PublicEvolving
    public boolean isTupleType() {
        return false;
    }

    @Override
    @PublicEvolving
    public int getArity() {
        return fields.length;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return totalFields;
    }

    @Override
    @PublicEvolving
    public boolean isSortKeyType() {
        return Comparable.class.isAssignableFrom(getTypeClass());
    }

    @Override
    @PublicEvolving
    public void getFlatFields(
            String fieldExpression, int offset, List<FlatFieldDescriptor> result) {
        FieldExpression.of(fieldExpression).flatten(this, offset, result);
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <X> TypeInformation<X> getTypeAt(String fieldExpression) {
        return (TypeInformation<X>) FieldExpression.of(fieldExpression).typeIn(this);
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // the caller names the type, as the mirrored signature has it
    public <X> TypeInformation<X> getTypeAt(int pos) {
        return (TypeInformation<X>) getPojoFieldAt(pos).getTypeInformation();
    }

    /**
     * The field at a position, ordered by name.
     *
     * @throws IndexOutOfBoundsException if there is no such field
     */
    @PublicEvolving
    public PojoField getPojoFieldAt(int pos) {
        if (pos < 0 || pos >= fields.length) {
            throw new IndexOutOfBoundsException(
                    "There is no field " + pos + " in " + this + ", which has " + fields.length);
        }
        return fields[pos];
    }

    @Override
    @PublicEvolving
    public String[] getFieldNames() {
        return Arrays.stream(fields)
                .map(field -> field.getField().getName())
                .toArray(String[]::new);
    }

    @Override
    @PublicEvolving
    public int getFieldIndex(String fieldName) {
        return Arrays.asList(getFieldNames()).indexOf(fieldName);
    }

    @Override
    @PublicEvolving
    @SuppressWarnings("unchecked") // it is of our class
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        if (config.isForceKryoEnabled()) {
            // As an object, so that Kryo is not loaded to verify this class.
            Object kryo = new KryoSerializer<>(getTypeClass(), config);
            return (TypeSerializer<T>) kryo;
        }
        return createPojoSerializer(config);
    }

    /** The serializer by fields, whatever the configuration says. */
    public PojoSerializer<T> createPojoSerializer(SerializerConfig config) {
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[fields.length];
        Field[] reflected = new Field[fields.length];
        for (int i = 0; i < fields.length; i++) {
            serializers[i] = fields[i].getTypeInformation().createSerializer(config);
            reflected[i] = fields[i].getField();
        }
        return new PojoSerializer<>(getTypeClass(), serializers, reflected, config);
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    /** The serializer by fields, whatever the configuration says. */
    public PojoSerializer<T> createPojoSerializer(ExecutionConfig config) {
        return createPojoSerializer(config.getSerializerConfig());
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof PojoTypeInfo<?> other
                && other.canEqual(this)
                && super.equals(other)
                && Arrays.equals(fields, other.fields);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(fields) + super.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof PojoTypeInfo;
    }

    @Override
    public String toString() {
        return Arrays.stream(fields)
                .map(field -> field.getField().getName() + ": " + field.getTypeInformation())
                .collect(
                        Collectors.joining(
                                ", ",
                                "PojoType<" + getTypeClass().getName() + ", fields = [",
                                "]>"));
    }

    /** A field that is not itself made of fields, with its name. */
    public static class NamedFlatFieldDescriptor extends FlatFieldDescriptor {

        private final String fieldName;

        /** With all three. */
        public NamedFlatFieldDescriptor(String name, int keyPosition, TypeInformation<?> type) {
            super(keyPosition, type);
            this.fieldName = name;
        }

        /** The name of the field. */
        public String getFieldName() {
            return fieldName;
        }

        @Override
        public String toString() {
            return "NamedFlatFieldDescriptor [name="
                    + fieldName
                    + " position="
                    + getPosition()
                    + " typeInfo="
                    + getType()
                    + "]";
        }
    }
}
