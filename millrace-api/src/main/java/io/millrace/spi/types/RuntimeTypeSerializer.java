// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.BooleanSerializer;
import io.millrace.api.common.typeutils.base.ByteSerializer;
import io.millrace.api.common.typeutils.base.CharSerializer;
import io.millrace.api.common.typeutils.base.DoubleSerializer;
import io.millrace.api.common.typeutils.base.FloatSerializer;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.ShortSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.api.java.typeutils.runtime.kryo.KryoSerializer;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Serializes any value by its own class.
 *
 * <p>A value begins with a byte: 0 null; 1 to 9 a string, long, int, double, boolean, float, short,
 * byte or char, in the form of its serializer; 32 + n a tuple of n fields, each again in this form;
 * 64 a class of which more is known (a POJO, record, enum, array, date, ...): its name and the form
 * of the type's serializer; 65 anything else, in Kryo's form.
 *
 * @param <T> whatever the values are
 */
public final class RuntimeTypeSerializer<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    private static final int NULL = 0;
    private static final int FIRST_BASIC = 1;
    private static final int TUPLE = 32;
    private static final int NAMED = 64;
    private static final int KRYO = 65;

    private static final Class<?>[] BASIC_CLASSES = {
        String.class,
        Long.class,
        Integer.class,
        Double.class,
        Boolean.class,
        Float.class,
        Short.class,
        Byte.class,
        Character.class
    };

    private static final TypeSerializer<?>[] BASIC_SERIALIZERS = {
        StringSerializer.INSTANCE,
        LongSerializer.INSTANCE,
        IntSerializer.INSTANCE,
        DoubleSerializer.INSTANCE,
        BooleanSerializer.INSTANCE,
        FloatSerializer.INSTANCE,
        ShortSerializer.INSTANCE,
        ByteSerializer.INSTANCE,
        CharSerializer.INSTANCE
    };

    /** What is done with the values of one class. */
    private record Way(int tag, String name, TypeSerializer<Object> serializer) {}

    private final SerializerConfig config;
    private final KryoSerializer<Object> kryo;

    private transient Map<Class<?>, Way> ways;
    private transient Map<String, TypeSerializer<Object>> serializersByName;

    /** As that configuration says. */
    public RuntimeTypeSerializer(SerializerConfig config) {
        this(config, new KryoSerializer<>(Object.class, config));
    }

    private RuntimeTypeSerializer(SerializerConfig config, KryoSerializer<Object> kryo) {
        this.config = config.copy();
        // Their numbers would be in the bytes, and nothing remembers them here: names are written
        // instead.
        this.config.getRegisteredPojoTypes().clear();
        this.kryo = kryo;
        prepare();
    }

    private void prepare() {
        ways = new HashMap<>();
        serializersByName = new HashMap<>();
        for (int i = 0; i < BASIC_CLASSES.length; i++) {
            ways.put(BASIC_CLASSES[i], new Way(FIRST_BASIC + i, null, plain(BASIC_SERIALIZERS[i])));
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        prepare();
    }

    @SuppressWarnings("unchecked") // a serializer is only given values of its class
    private static TypeSerializer<Object> plain(TypeSerializer<?> serializer) {
        return (TypeSerializer<Object>) serializer;
    }

    private Way wayOf(Class<?> type) {
        Way way = ways.get(type);
        if (way == null) {
            way = findWay(type);
            ways.put(type, way);
        }
        return way;
    }

    private Way findWay(Class<?> type) {
        if (isPlainTuple(type)) {
            return new Way(TUPLE, null, null);
        }
        Class<?> declared =
                Enum.class.isAssignableFrom(type) && !type.isEnum() ? type.getSuperclass() : type;
        if (declared.isHidden() || declared.isSynthetic()) {
            return new Way(KRYO, null, kryo);
        }
        TypeInformation<?> known;
        try {
            known = TypeExtractor.getForClass(declared);
        } catch (InvalidTypesException e) {
            // Its own type arguments would have to be known: Kryo asks for none.
            return new Way(KRYO, null, kryo);
        }
        return known instanceof GenericTypeInfo
                ? new Way(KRYO, null, kryo)
                : new Way(NAMED, declared.getName(), plain(known.createSerializer(config)));
    }

    private static boolean isPlainTuple(Class<?> type) {
        return type.getSuperclass() == Tuple.class && type.getPackage() == Tuple.class.getPackage();
    }

    @Override
    public boolean isImmutableType() {
        return false;
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return new RuntimeTypeSerializer<>(config, kryo.duplicate());
    }

    @Override
    public T createInstance() {
        return null;
    }

    @Override
    @SuppressWarnings("unchecked") // a copy is of the class of its original
    public T copy(T from) {
        return (T) copyOf(from);
    }

    private Object copyOf(Object from) {
        if (from == null || Ownership.isImmutable(from.getClass())) {
            return from;
        }
        Class<?> type = from.getClass();
        if (from instanceof Tuple original && wayOf(type).tag() == TUPLE) {
            int arity = original.getArity();
            Tuple copy = Tuple.newInstance(arity);
            for (int i = 0; i < arity; i++) {
                copy.setField(copyOf(original.getField(i)), i);
            }
            return copy;
        } else if (type == ArrayList.class) {
            List<Object> copy = new ArrayList<>(((List<?>) from).size());
            for (Object element : (List<?>) from) {
                copy.add(copyOf(element));
            }
            return copy;
        }
        return wayOf(type).serializer().copy(from);
    }

    @Override
    public T copy(T from, T reuse) {
        return copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T record, DataOutputView target) throws IOException {
        write(record, target);
    }

    private void write(Object value, DataOutputView target) throws IOException {
        if (value == null) {
            target.writeByte(NULL);
            return;
        }
        Way way = wayOf(value.getClass());
        if (way.tag() == TUPLE) {
            Tuple tuple = (Tuple) value;
            int arity = tuple.getArity();
            target.writeByte(TUPLE + arity);
            for (int i = 0; i < arity; i++) {
                write(tuple.getField(i), target);
            }
            return;
        }
        target.writeByte(way.tag());
        if (way.name() != null) {
            target.writeUTF(way.name());
        }
        way.serializer().serialize(value, target);
    }

    @Override
    @SuppressWarnings("unchecked") // what was written as T is read as T
    public T deserialize(DataInputView source) throws IOException {
        return (T) read(source);
    }

    private Object read(DataInputView source) throws IOException {
        int tag = source.readByte();
        if (tag == NULL) {
            return null;
        } else if (isBasic(tag)) {
            return BASIC_SERIALIZERS[tag - FIRST_BASIC].deserialize(source);
        } else if (isTuple(tag)) {
            Tuple tuple = Tuple.newInstance(tag - TUPLE);
            for (int i = 0; i < tag - TUPLE; i++) {
                tuple.setField(read(source), i);
            }
            return tuple;
        } else if (tag == NAMED) {
            return named(source.readUTF()).deserialize(source);
        } else if (tag == KRYO) {
            return kryo.deserialize(source);
        }
        throw unknown(tag);
    }

    private static boolean isBasic(int tag) {
        return tag >= FIRST_BASIC && tag < FIRST_BASIC + BASIC_SERIALIZERS.length;
    }

    private static boolean isTuple(int tag) {
        return tag >= TUPLE && tag <= TUPLE + Tuple.MAX_ARITY;
    }

    private static IOException unknown(int tag) {
        return new IOException("the bytes are not a value of any class: they begin with " + tag);
    }

    private TypeSerializer<Object> named(String name) throws IOException {
        TypeSerializer<Object> serializer = serializersByName.get(name);
        if (serializer == null) {
            Class<?> type;
            try {
                type = Class.forName(name, false, ProgramClasses.loader(getClass()));
            } catch (ClassNotFoundException e) {
                throw new IOException(
                        "the class '" + name + "' of a value in the bytes is not on the class path",
                        e);
            }
            serializer = wayOf(type).serializer();
            serializersByName.put(name, serializer);
        }
        return serializer;
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int tag = source.readByte();
        target.writeByte(tag);
        if (isBasic(tag)) {
            BASIC_SERIALIZERS[tag - FIRST_BASIC].copy(source, target);
        } else if (isTuple(tag)) {
            for (int i = 0; i < tag - TUPLE; i++) {
                copy(source, target);
            }
        } else if (tag == NAMED) {
            String name = source.readUTF();
            target.writeUTF(name);
            named(name).copy(source, target);
        } else if (tag == KRYO) {
            kryo.copy(source, target);
        } else if (tag != NULL) {
            throw unknown(tag);
        }
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof RuntimeTypeSerializer<?> other && kryo.equals(other.kryo);
    }

    @Override
    public int hashCode() {
        return kryo.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new Snapshot<>(this);
    }

    /**
     * Remembers how Kryo was set up; everything else is in the bytes.
     *
     * @param <T> whatever the values are
     */
    public static final class Snapshot<T>
            extends CompositeTypeSerializerSnapshot<T, RuntimeTypeSerializer<T>> {

        /** For reading. */
        public Snapshot() {}

        Snapshot(RuntimeTypeSerializer<T> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return 1;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(
                RuntimeTypeSerializer<T> outerSerializer) {
            return new TypeSerializer<?>[] {outerSerializer.kryo};
        }

        @Override
        @SuppressWarnings("unchecked") // the one nested serializer is Kryo's
        protected RuntimeTypeSerializer<T> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nestedSerializers) {
            return new RuntimeTypeSerializer<>(
                    new SerializerConfigImpl(), (KryoSerializer<Object>) nestedSerializers[0]);
        }
    }
}
