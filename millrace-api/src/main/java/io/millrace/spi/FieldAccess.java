// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeType;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import java.io.Serializable;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;

/**
 * Reads one field of a record, and makes a copy of the record in which it has another value. The
 * field is given by position or by an expression such as {@code f0.user.age}; {@code *} and
 * position 0 are the whole of a basic type.
 *
 * <p>The record itself is never changed: it may be in state, or still in use by the operator
 * before.
 */
public abstract class FieldAccess<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String described;
    private final Class<?> fieldClass;

    FieldAccess(String described, Class<?> fieldClass) {
        this.described = described;
        this.fieldClass = fieldClass;
    }

    /** The class of the field's values; boxed. */
    public final Class<?> fieldClass() {
        return fieldClass;
    }

    public abstract Object get(T record);

    /** A copy of the record, with this value in the field. */
    public abstract T with(T record, Object value);

    public final Object getNonNull(T record) {
        Object value = get(record);
        if (value == null) {
            throw new NullPointerException(
                    "The " + described + " is null in the record " + record + '.');
        }
        return value;
    }

    @Override
    public final String toString() {
        return described;
    }

    /** The field at a position. */
    public static <T> FieldAccess<T> at(
            TypeInformation<T> type, int position, ExecutionConfig config) {
        if (type instanceof BasicArrayTypeInfo || type instanceof PrimitiveArrayTypeInfo) {
            return new OfArray<>(type, position);
        }
        if (type instanceof BasicTypeInfo) {
            if (position != 0) {
                throw noField(type, String.valueOf(position), "a basic type has position 0 only");
            }
            return new Whole<>(type);
        }
        if (type instanceof CompositeType) {
            CompositeType<T> composite = (CompositeType<T>) type;
            if (position < 0 || position >= composite.getArity()) {
                throw noField(
                        type,
                        String.valueOf(position),
                        "its positions are 0 to " + (composite.getArity() - 1));
            }
            return ofComposite(composite, position, null, config);
        }
        throw noField(type, String.valueOf(position), "it is no tuple, POJO, array or basic type");
    }

    /** The field that an expression names. */
    public static <T> FieldAccess<T> of(
            TypeInformation<T> type, String expression, ExecutionConfig config) {
        String text = expression.trim();
        if (type instanceof BasicArrayTypeInfo || type instanceof PrimitiveArrayTypeInfo) {
            try {
                return new OfArray<>(type, Integer.parseInt(text));
            } catch (NumberFormatException e) {
                throw noField(type, text, "an array has positions only");
            }
        }
        if (text.equals("*")) {
            return new Whole<>(type);
        }
        if (type instanceof BasicTypeInfo) {
            if (text.equals("0")) {
                return new Whole<>(type);
            }
            throw noField(type, text, "a basic type has the field * only");
        }
        if (type instanceof CompositeType) {
            CompositeType<T> composite = (CompositeType<T>) type;
            int dot = text.indexOf('.');
            String head = dot < 0 ? text : text.substring(0, dot);
            int index = index(composite, head);
            return ofComposite(composite, index, dot < 0 ? null : text.substring(dot + 1), config);
        }
        throw noField(type, text, "it is no tuple, POJO, array or basic type");
    }

    private static int index(CompositeType<?> type, String name) {
        int index = type.getFieldIndex(name);
        if (index < 0 && name.matches("\\d{1,9}")) {
            int position = Integer.parseInt(name);
            index = position < type.getArity() ? position : -1;
        }
        if (index < 0) {
            throw noField(type, name, "its fields are " + String.join(", ", type.getFieldNames()));
        }
        return index;
    }

    private static <T> FieldAccess<T> ofComposite(
            CompositeType<T> type, int index, String rest, ExecutionConfig config) {
        FieldAccess<Object> inner = null;
        TypeInformation<Object> fieldType = type.getTypeAt(index);
        if (rest != null) {
            inner = of(fieldType, rest, config);
        }
        Class<?> fieldClass = inner == null ? boxed(fieldType.getTypeClass()) : inner.fieldClass();
        String name = type.getFieldNames()[index];
        String described =
                "field '"
                        + name
                        + (rest == null ? "" : "." + rest)
                        + "' of "
                        + type.getTypeClass().getName();
        if (Tuple.class.isAssignableFrom(type.getTypeClass())) {
            return new OfTuple<>(described, fieldClass, index, inner);
        }
        if (type.getTypeClass().isRecord()) {
            return new OfRecord<>(described, fieldClass, type.getTypeClass(), name, inner);
        }
        if (type instanceof PojoTypeInfo) {
            return new OfPojo<>(
                    described,
                    fieldClass,
                    ((PojoTypeInfo<T>) type).getPojoFieldAt(index).getField(),
                    type.createSerializer(config.getSerializerConfig()),
                    inner);
        }
        throw noField(type, name, "it is neither a tuple nor a POJO");
    }

    private static IllegalArgumentException noField(
            TypeInformation<?> type, String field, String why) {
        return new CompositeType.InvalidFieldReferenceException(
                "There is no field '" + field + "' in the type " + type + ": " + why + '.');
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0).getClass() : type;
    }

    private static Object innerGet(FieldAccess<Object> inner, Object value) {
        return inner == null || value == null ? value : inner.get(value);
    }

    private static Object innerWith(FieldAccess<Object> inner, Object outer, Object value) {
        return inner == null ? value : inner.with(outer, value);
    }

    /** The record is its own field. */
    private static final class Whole<T> extends FieldAccess<T> {

        private static final long serialVersionUID = 1L;

        Whole(TypeInformation<T> type) {
            super("value of type " + type, boxed(type.getTypeClass()));
        }

        @Override
        public Object get(T record) {
            return record;
        }

        @Override
        @SuppressWarnings("unchecked") // the value was read from a record of the same type
        public T with(T record, Object value) {
            return (T) value;
        }
    }

    private static final class OfArray<T> extends FieldAccess<T> {

        private static final long serialVersionUID = 1L;

        private final int position;

        OfArray(TypeInformation<T> type, int position) {
            super(
                    "element " + position + " of " + type,
                    boxed(type.getTypeClass().getComponentType()));
            if (position < 0) {
                throw noField(type, String.valueOf(position), "positions begin at 0");
            }
            this.position = position;
        }

        @Override
        public Object get(T record) {
            if (position >= Array.getLength(record)) {
                throw new ArrayIndexOutOfBoundsException(
                        "There is no "
                                + this
                                + " in an array of length "
                                + Array.getLength(record)
                                + '.');
            }
            return Array.get(record, position);
        }

        @Override
        @SuppressWarnings("unchecked") // an array of the same class
        public T with(T record, Object value) {
            int length = Array.getLength(record);
            Object copy = Array.newInstance(record.getClass().getComponentType(), length);
            System.arraycopy(record, 0, copy, 0, length);
            Array.set(copy, position, value);
            return (T) copy;
        }
    }

    private static final class OfTuple<T> extends FieldAccess<T> {

        private static final long serialVersionUID = 1L;

        private final int index;
        private final FieldAccess<Object> inner;

        OfTuple(String described, Class<?> fieldClass, int index, FieldAccess<Object> inner) {
            super(described, fieldClass);
            this.index = index;
            this.inner = inner;
        }

        @Override
        public Object get(T record) {
            return innerGet(inner, ((Tuple) record).getField(index));
        }

        @Override
        @SuppressWarnings("unchecked") // a tuple copies itself
        public T with(T record, Object value) {
            Tuple copy = ((Tuple) record).copy();
            copy.setField(innerWith(inner, copy.getField(index), value), index);
            return (T) copy;
        }
    }

    private static final class OfPojo<T> extends FieldAccess<T> {

        private static final long serialVersionUID = 1L;

        private final Class<?> declaring;
        private final String name;
        private final TypeSerializer<T> serializer;
        private final FieldAccess<Object> inner;
        private transient Field field;

        OfPojo(
                String described,
                Class<?> fieldClass,
                Field field,
                TypeSerializer<T> serializer,
                FieldAccess<Object> inner) {
            super(described, fieldClass);
            this.declaring = field.getDeclaringClass();
            this.name = field.getName();
            this.serializer = serializer;
            this.inner = inner;
        }

        @Override
        public Object get(T record) {
            try {
                return innerGet(inner, field().get(record));
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("The " + this + " cannot be read.", e);
            }
        }

        @Override
        public T with(T record, Object value) {
            try {
                T copy = serializer.copy(record);
                field().set(copy, innerWith(inner, field().get(copy), value));
                return copy;
            } catch (IllegalAccessException e) {
                throw new IllegalStateException("The " + this + " cannot be written.", e);
            }
        }

        private Field field() {
            if (field == null) {
                try {
                    Field found = declaring.getDeclaredField(name);
                    found.setAccessible(true);
                    field = found;
                } catch (NoSuchFieldException e) {
                    throw new IllegalStateException("The " + this + " is gone.", e);
                }
            }
            return field;
        }
    }

    private static final class OfRecord<T> extends FieldAccess<T> {

        private static final long serialVersionUID = 1L;

        private final Class<T> type;
        private final String name;
        private final FieldAccess<Object> inner;
        private transient RecordComponent[] components;
        private transient Constructor<T> constructor;

        OfRecord(
                String described,
                Class<?> fieldClass,
                Class<T> type,
                String name,
                FieldAccess<Object> inner) {
            super(described, fieldClass);
            this.type = type;
            this.name = name;
            this.inner = inner;
        }

        @Override
        public Object get(T record) {
            try {
                for (RecordComponent component : components()) {
                    if (component.getName().equals(name)) {
                        return innerGet(inner, component.getAccessor().invoke(record));
                    }
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("The " + this + " cannot be read.", e);
            }
            throw new IllegalStateException("The " + this + " is gone.");
        }

        @Override
        public T with(T record, Object value) {
            try {
                Object[] values = new Object[components().length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = components[i].getAccessor().invoke(record);
                    if (components[i].getName().equals(name)) {
                        values[i] = innerWith(inner, values[i], value);
                    }
                }
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(
                        "A copy with another " + this + " cannot be made.", e);
            }
        }

        private RecordComponent[] components() throws NoSuchMethodException {
            if (components == null) {
                RecordComponent[] found = type.getRecordComponents();
                Class<?>[] types = new Class<?>[found.length];
                for (int i = 0; i < found.length; i++) {
                    types[i] = found[i].getType();
                    found[i].getAccessor().setAccessible(true);
                }
                constructor = type.getDeclaredConstructor(types);
                constructor.setAccessible(true);
                components = found;
            }
            return components;
        }
    }
}
