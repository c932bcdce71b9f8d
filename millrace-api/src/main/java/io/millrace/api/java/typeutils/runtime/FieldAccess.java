// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Moves one field of a POJO or record between the object and bytes, without boxing a primitive that
 * has its usual serializer.
 */
abstract class FieldAccess {

    /** Whether the field can be null. */
    abstract boolean nullable();

    /** Whether the field is null in that object; asked only if it can be. */
    abstract boolean isNull(Object pojo);

    /** Writes the field, which is not null. */
    abstract void write(Object pojo, DataOutputView target) throws IOException;

    /** Reads a value into the field. */
    abstract void read(Object pojo, DataInputView source) throws IOException;

    /** Sets the field to null, whatever the constructor put there; asked only if it can be. */
    abstract void setNull(Object pojo);

    /** Reads a value, boxed. */
    abstract Object readValue(DataInputView source) throws IOException;

    /** Copies a value from bytes to bytes. */
    abstract void copy(DataInputView source, DataOutputView target) throws IOException;

    /**
     * For a field with that getter.
     *
     * @param getter takes the object
     * @param setter takes object and value; null for a record's
     */
    static FieldAccess of(TypeSerializer<?> serializer, MethodHandle getter, MethodHandle setter) {
        Class<?> type = getter.type().returnType();
        if (type == long.class && serializer instanceof LongSerializer) {
            return new LongField(getter, setter);
        } else if (type == int.class && serializer instanceof IntSerializer) {
            return new IntField(getter, setter);
        } else if (type == double.class && serializer instanceof DoubleSerializer) {
            return new DoubleField(getter, setter);
        } else if (type == boolean.class && serializer instanceof BooleanSerializer) {
            return new BooleanField(getter, setter);
        }
        return new ObjectField(serializer, getter, setter);
    }

    /** For a field that is in the bytes, but not in the class any more: what is read is dropped. */
    static FieldAccess gone(TypeSerializer<?> serializer, boolean nullable) {
        return new GoneField(serializer, nullable);
    }

    /**
     * For a field that was a primitive when the bytes were written and is none now, or the reverse.
     *
     * @param nullable whether the bytes can say that it is null
     * @param label for messages
     */
    static FieldAccess wasOtherwise(FieldAccess today, boolean nullable, String label) {
        return new OtherwiseField(today, nullable, label);
    }

    private static MethodHandle getter(MethodHandle getter, Class<?> type) {
        return getter.asType(MethodType.methodType(type, Object.class));
    }

    private static MethodHandle setter(MethodHandle setter, Class<?> type) {
        MethodHandle any =
                setter != null
                        ? setter
                        : MethodHandles.empty(
                                MethodType.methodType(void.class, Object.class, type));
        return any.asType(MethodType.methodType(void.class, Object.class, type));
    }

    /** A getter or setter of a field throws nothing of its own. */
    static RuntimeException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException known
                ? known
                : new IllegalStateException("a field could not be read or set", e);
    }

    /** A primitive: never null. */
    private abstract static class PrimitiveField extends FieldAccess {
        @Override
        boolean nullable() {
            return false;
        }

        @Override
        boolean isNull(Object pojo) {
            return false;
        }

        @Override
        void setNull(Object pojo) {
            throw new IllegalStateException("a primitive field can't be null");
        }
    }

    private static final class LongField extends PrimitiveField {
        private final MethodHandle getter;
        private final MethodHandle setter;

        LongField(MethodHandle getter, MethodHandle setter) {
            this.getter = getter(getter, long.class);
            this.setter = setter(setter, long.class);
        }

        @Override
        void write(Object pojo, DataOutputView target) throws IOException {
            long value;
            try {
                value = (long) getter.invokeExact(pojo);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            target.writeLong(value);
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            long value = source.readLong();
            try {
                setter.invokeExact(pojo, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return source.readLong();
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeLong(source.readLong());
        }
    }

    private static final class IntField extends PrimitiveField {
        private final MethodHandle getter;
        private final MethodHandle setter;

        IntField(MethodHandle getter, MethodHandle setter) {
            this.getter = getter(getter, int.class);
            this.setter = setter(setter, int.class);
        }

        @Override
        void write(Object pojo, DataOutputView target) throws IOException {
            int value;
            try {
                value = (int) getter.invokeExact(pojo);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            target.writeInt(value);
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            int value = source.readInt();
            try {
                setter.invokeExact(pojo, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return source.readInt();
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeInt(source.readInt());
        }
    }

    private static final class DoubleField extends PrimitiveField {
        private final MethodHandle getter;
        private final MethodHandle setter;

        DoubleField(MethodHandle getter, MethodHandle setter) {
            this.getter = getter(getter, double.class);
            this.setter = setter(setter, double.class);
        }

        @Override
        void write(Object pojo, DataOutputView target) throws IOException {
            double value;
            try {
                value = (double) getter.invokeExact(pojo);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            target.writeDouble(value);
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            double value = source.readDouble();
            try {
                setter.invokeExact(pojo, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return source.readDouble();
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeLong(source.readLong());
        }
    }

    private static final class BooleanField extends PrimitiveField {
        private final MethodHandle getter;
        private final MethodHandle setter;

        BooleanField(MethodHandle getter, MethodHandle setter) {
            this.getter = getter(getter, boolean.class);
            this.setter = setter(setter, boolean.class);
        }

        @Override
        void write(Object pojo, DataOutputView target) throws IOException {
            boolean value;
            try {
                value = (boolean) getter.invokeExact(pojo);
            } catch (Throwable e) {
                throw unexpected(e);
            }
            target.writeBoolean(value);
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            boolean value = source.readBoolean();
            try {
                setter.invokeExact(pojo, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return source.readBoolean();
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeBoolean(source.readBoolean());
        }
    }

    /** Anything else, primitives boxed. */
    private static final class ObjectField extends FieldAccess {
        private final TypeSerializer<Object> serializer;
        private final MethodHandle getter;
        private final MethodHandle setter;
        private final boolean nullable;

        @SuppressWarnings("unchecked") // the serializer is only given this field's values
        ObjectField(TypeSerializer<?> serializer, MethodHandle getter, MethodHandle setter) {
            this.serializer = (TypeSerializer<Object>) serializer;
            this.getter = getter(getter, Object.class);
            this.setter = setter(setter, Object.class);
            this.nullable = !getter.type().returnType().isPrimitive();
        }

        private Object get(Object pojo) {
            try {
                return (Object) getter.invokeExact(pojo);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        boolean nullable() {
            return nullable;
        }

        @Override
        boolean isNull(Object pojo) {
            return get(pojo) == null;
        }

        @Override
        void setNull(Object pojo) {
            Object none = null;
            try {
                setter.invokeExact(pojo, none);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        void write(Object pojo, DataOutputView target) throws IOException {
            serializer.serialize(get(pojo), target);
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            Object value = serializer.deserialize(source);
            try {
                setter.invokeExact(pojo, value);
            } catch (Throwable e) {
                throw unexpected(e);
            }
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return serializer.deserialize(source);
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            serializer.copy(source, target);
        }
    }

    private static final class GoneField extends FieldAccess {
        private final TypeSerializer<?> serializer;
        private final boolean nullable;

        GoneField(TypeSerializer<?> serializer, boolean nullable) {
            this.serializer = serializer;
            this.nullable = nullable;
        }

        @Override
        boolean nullable() {
            return nullable;
        }

        @Override
        boolean isNull(Object pojo) {
            throw gone();
        }

        @Override
        void setNull(Object pojo) {
            // there is no field to set
        }

        @Override
        void write(Object pojo, DataOutputView target) {
            throw gone();
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            serializer.deserialize(source);
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return serializer.deserialize(source);
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            serializer.copy(source, target);
        }

        private static UnsupportedOperationException gone() {
            return new UnsupportedOperationException(
                    "this serializer belongs to an older form of the class, of which a field is gone:"
                            + " it can only read");
        }
    }

    /** Only reads. */
    private static final class OtherwiseField extends FieldAccess {
        private final FieldAccess today;
        private final boolean nullable;
        private final String label;

        OtherwiseField(FieldAccess today, boolean nullable, String label) {
            this.today = today;
            this.nullable = nullable;
            this.label = label;
        }

        @Override
        boolean nullable() {
            return nullable;
        }

        @Override
        boolean isNull(Object pojo) {
            throw onlyReads();
        }

        @Override
        void setNull(Object pojo) {
            throw new IllegalStateException(
                    label
                            + " is null in a value that was written when it was an object, and is a"
                            + " primitive now, which can't be null; keep it an object");
        }

        @Override
        void write(Object pojo, DataOutputView target) {
            throw onlyReads();
        }

        @Override
        void read(Object pojo, DataInputView source) throws IOException {
            today.read(pojo, source);
        }

        @Override
        Object readValue(DataInputView source) throws IOException {
            return today.readValue(source);
        }

        @Override
        void copy(DataInputView source, DataOutputView target) throws IOException {
            today.copy(source, target);
        }

        private UnsupportedOperationException onlyReads() {
            return new UnsupportedOperationException(
                    "this serializer belongs to an older form of the class, in which "
                            + label
                            + " was another kind of type: it can only read");
        }
    }
}
