// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.ProgramClasses;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The serializer of POJOs and records, field by field.
 *
 * <p>A value begins with a byte: {@link #NULL}; {@link #EXACT}, the class itself; {@link #NAMED}, a
 * subclass, whose name follows; {@link #REGISTERED}, a subclass that was registered, whose number
 * follows in two bytes. Of a subclass the value in its own serializer's form comes next. Of the
 * class itself there comes one bit for each field that can be null, set if it is, filled up to
 * whole bytes; then the fields that are not null, ordered by name.
 *
 * @param <T> the class
 */
@Internal
public final class PojoSerializer<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 1L;

    static final int NULL = 0;
    static final int EXACT = 1;
    private static final int NAMED = 2;
    private static final int REGISTERED = 3;

    private final Class<T> clazz;
    private final TypeSerializer<?>[] fieldSerializers;
    private final boolean[] nullable;
    private final ArrayList<Class<?>> registered;
    private final SerializerConfig config;

    private transient Field[] fields;

    /** Set where this reads what an earlier form of the class wrote. */
    private transient PojoSerializerSnapshot<T> restoredFrom;

    private transient PojoShape shape;
    private transient FieldAccess[] accesses;
    private transient int nullBytes;
    private transient boolean immutable;
    private transient Map<Class<?>, TypeSerializer<Object>> subclassSerializers;
    private transient TypeSerializer<Object>[] numberedReaders;

    /** With serializers and fields in the same order. */
    public PojoSerializer(
            Class<T> clazz,
            TypeSerializer<?>[] fieldSerializers,
            Field[] fields,
            SerializerConfig serializerConfig) {
        this(
                clazz,
                fieldSerializers,
                fields,
                nullable(fields),
                registeredSubclasses(clazz, serializerConfig),
                serializerConfig,
                null);
    }

    PojoSerializer(
            Class<T> clazz,
            TypeSerializer<?>[] fieldSerializers,
            Field[] fields,
            boolean[] nullable,
            List<Class<?>> registered,
            SerializerConfig config,
            PojoSerializerSnapshot<T> restoredFrom) {
        this.clazz = Objects.requireNonNull(clazz, "clazz");
        this.fieldSerializers = fieldSerializers.clone();
        this.fields = fields.clone();
        this.nullable = nullable.clone();
        this.registered = new ArrayList<>(registered); // null where one is gone
        this.config = config;
        this.restoredFrom = restoredFrom;
        prepare();
    }

    private static boolean[] nullable(Field[] fields) {
        boolean[] nullable = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            nullable[i] = !fields[i].getType().isPrimitive();
        }
        return nullable;
    }

    private static List<Class<?>> registeredSubclasses(Class<?> clazz, SerializerConfig config) {
        List<Class<?>> subclasses = new ArrayList<>();
        if (config != null) {
            for (Class<?> type : config.getRegisteredPojoTypes()) {
                if (type != clazz && clazz.isAssignableFrom(type)) {
                    subclasses.add(type);
                }
            }
        }
        return subclasses;
    }

    private void prepare() {
        shape = new PojoShape(clazz, fields, fieldSerializers, nullable);
        accesses = shape.fields();
        int bits = 0;
        for (FieldAccess access : accesses) {
            bits += access.nullable() ? 1 : 0;
        }
        nullBytes = (bits + 7) / 8;
        immutable = clazz.isRecord();
        for (int i = 0; i < fields.length; i++) {
            immutable &= fields[i] != null && fieldSerializers[i].isImmutableType();
        }
        subclassSerializers = new HashMap<>();
    }

    Class<T> pojoClass() {
        return clazz;
    }

    /** The fields, ordered by name; null where one is gone from the class. */
    Field[] fields() {
        return fields.clone();
    }

    TypeSerializer<?>[] fieldSerializers() {
        return fieldSerializers.clone();
    }

    boolean[] nullableFields() {
        return nullable.clone();
    }

    List<Class<?>> registeredSubclasses() {
        return registered;
    }

    SerializerConfig config() {
        return config;
    }

    /** Whether it is a record of immutable components only. */
    @Override
    public boolean isImmutableType() {
        return immutable;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // duplicate() answers itself where there is no state
    public PojoSerializer<T> duplicate() {
        TypeSerializer<?>[] duplicates = new TypeSerializer<?>[fieldSerializers.length];
        boolean stateful = !java.lang.reflect.Modifier.isFinal(clazz.getModifiers());
        for (int i = 0; i < duplicates.length; i++) {
            duplicates[i] = fieldSerializers[i].duplicate();
            stateful |= duplicates[i] != fieldSerializers[i];
        }
        return stateful
                ? new PojoSerializer<>(
                        clazz, duplicates, fields, nullable, registered, config, restoredFrom)
                : this;
    }

    @Override
    @SuppressWarnings("unchecked") // the shape is of the class
    public T createInstance() {
        if (!shape.isRecord()) {
            return java.lang.reflect.Modifier.isAbstract(clazz.getModifiers())
                    ? null
                    : (T) shape.newPojo();
        }
        Object[] components = shape.defaults();
        for (int i = 0; i < fields.length; i++) {
            if (shape.componentOf(i) >= 0) {
                components[shape.componentOf(i)] = fieldSerializers[i].createInstance();
            }
        }
        return (T) shape.newRecord(components);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy is of the class of its original
    public T copy(T from) {
        if (immutable || from == null) {
            return from;
        }
        Class<?> type = from.getClass();
        return type == clazz ? (T) shape.copy(from) : (T) subclass(type).copy(from);
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
    public void serialize(T value, DataOutputView target) throws IOException {
        if (value == null) {
            target.writeByte(NULL);
        } else if (value.getClass() == clazz) {
            target.writeByte(EXACT);
            writeFields(value, target);
        } else {
            Class<?> type = value.getClass();
            int number = registered.indexOf(type);
            if (number >= 0) {
                target.writeByte(REGISTERED);
                target.writeShort(number);
            } else {
                target.writeByte(NAMED);
                target.writeUTF(type.getName());
            }
            subclass(type).serialize(value, target);
        }
    }

    private void writeFields(Object pojo, DataOutputView target) throws IOException {
        if (nullBytes == 0) {
            for (FieldAccess access : accesses) {
                access.write(pojo, target);
            }
            return;
        }
        // The last eight answers are kept: most classes have no more fields that can be null.
        int bits = 0;
        int count = 0;
        for (FieldAccess access : accesses) {
            if (access.nullable()) {
                if (count == 8) {
                    target.writeByte(bits);
                    bits = 0;
                    count = 0;
                }
                bits |= access.isNull(pojo) ? 1 << count : 0;
                count++;
            }
        }
        target.writeByte(bits);
        int bit = 0;
        for (FieldAccess access : accesses) {
            if (!access.nullable()
                    || !(nullBytes == 1 ? (bits >> bit++ & 1) != 0 : access.isNull(pojo))) {
                access.write(pojo, target);
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the bytes tell the class
    public T deserialize(DataInputView source) throws IOException {
        int kind = source.readByte();
        return switch (kind) {
            case NULL -> null;
            case EXACT -> (T) (shape.isRecord() ? readRecord(source) : readPojo(source));
            case NAMED -> (T) subclass(named(source)).deserialize(source);
            case REGISTERED -> (T) registered(source.readShort()).deserialize(source);
            default -> throw notPojo(kind);
        };
    }

    private long[] readNulls(DataInputView source) throws IOException {
        long[] nulls = new long[(nullBytes + 7) / 8];
        for (int i = 0; i < nullBytes; i++) {
            nulls[i >> 3] |= (source.readByte() & 0xFFL) << ((i & 7) << 3);
        }
        return nulls;
    }

    private static boolean isNull(long[] nulls, int bit) {
        return (nulls[bit >> 6] >>> bit & 1) != 0;
    }

    private Object readPojo(DataInputView source) throws IOException {
        Object pojo = shape.newPojo();
        if (nullBytes == 0) {
            for (FieldAccess access : accesses) {
                access.read(pojo, source);
            }
            return pojo;
        }
        long[] nulls = readNulls(source);
        int bit = 0;
        for (FieldAccess access : accesses) {
            if (!access.nullable() || !isNull(nulls, bit++)) {
                access.read(pojo, source);
            } else {
                access.setNull(pojo);
            }
        }
        return pojo;
    }

    private Object readRecord(DataInputView source) throws IOException {
        Object[] components = shape.defaults();
        long[] nulls = readNulls(source);
        int bit = 0;
        for (int i = 0; i < accesses.length; i++) {
            if (!accesses[i].nullable() || !isNull(nulls, bit++)) {
                Object value = accesses[i].readValue(source);
                if (shape.componentOf(i) >= 0) {
                    components[shape.componentOf(i)] = value;
                }
            } else if (restoredFrom != null) {
                accesses[i].setNull(null); // refused by what can't be null any more
            }
        }
        return shape.newRecord(components);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return deserialize(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        int kind = source.readByte();
        target.writeByte(kind);
        switch (kind) {
            case NULL -> {}
            case EXACT -> copyFields(source, target);
            case NAMED -> {
                Class<?> type = named(source);
                target.writeUTF(type.getName());
                subclass(type).copy(source, target);
            }
            case REGISTERED -> {
                int number = source.readShort();
                target.writeShort(number);
                registered(number).copy(source, target);
            }
            default -> throw notPojo(kind);
        }
    }

    private void copyFields(DataInputView source, DataOutputView target) throws IOException {
        long[] nulls = readNulls(source);
        for (int i = 0; i < nullBytes; i++) {
            target.writeByte((int) (nulls[i >> 3] >>> ((i & 7) << 3)));
        }
        int bit = 0;
        for (FieldAccess access : accesses) {
            if (!access.nullable() || !isNull(nulls, bit++)) {
                access.copy(source, target);
            }
        }
    }

    private Class<?> named(DataInputView source) throws IOException {
        String name = source.readUTF();
        if (restoredFrom != null && !restoredFrom.isOfToday()) {
            throw formUnknown(name);
        }
        try {
            return Class.forName(name, false, loader()).asSubclass(clazz);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException(
                    "a value of "
                            + clazz.getName()
                            + " was written as its subclass "
                            + name
                            + ", which is not on the class path, or no subclass, any more",
                    e);
        }
    }

    private ClassLoader loader() {
        return ProgramClasses.loader(clazz);
    }

    @SuppressWarnings("unchecked") // each is only given values of its class
    private TypeSerializer<Object> registered(int number) throws IOException {
        if (number < 0 || number >= registered.size()) {
            throw new IOException(
                    "the bytes name registered subclass number "
                            + number
                            + " of "
                            + clazz.getName()
                            + ", but only "
                            + registered.size()
                            + " are registered");
        }
        Class<?> type = registered.get(number);
        if (restoredFrom == null) {
            return subclass(type);
        }
        if (numberedReaders == null) {
            numberedReaders = (TypeSerializer<Object>[]) new TypeSerializer<?>[registered.size()];
        }
        TypeSerializer<?> reader = numberedReaders[number];
        if (reader == null) {
            reader = restoredFrom.subclassReader(number);
            if (reader == null) {
                throw formUnknown(type == null ? "number " + number : type.getName());
            }
            numberedReaders[number] = (TypeSerializer<Object>) reader;
        }
        return (TypeSerializer<Object>) reader;
    }

    private IOException formUnknown(String subclass) {
        return new IOException(
                "a value of "
                        + clazz.getName()
                        + " was written as its subclass "
                        + subclass
                        + ", whose fields, inherited ones included, have changed since: of subclasses"
                        + " that were not registered a checkpoint does not remember the fields, so"
                        + " these must stay as they were");
    }

    private IOException notPojo(int kind) {
        return new IOException(
                "the bytes are not a value of "
                        + clazz.getName()
                        + ": they begin with "
                        + kind
                        + " instead of 0 to 3");
    }

    @SuppressWarnings("unchecked") // the serializer is only given values of that class
    private TypeSerializer<Object> subclass(Class<?> type) {
        TypeSerializer<Object> serializer = subclassSerializers.get(type);
        if (serializer == null) {
            serializer =
                    (TypeSerializer<Object>)
                            TypeExtractor.getForClass(type).createSerializer(config);
            subclassSerializers.put(type, serializer);
        }
        return serializer;
    }

    @Override
    public int hashCode() {
        return 31 * clazz.hashCode() + Arrays.hashCode(fieldSerializers);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof PojoSerializer<?> other
                && clazz == other.clazz
                && Arrays.equals(fieldSerializers, other.fieldSerializers)
                && Arrays.equals(fields, other.fields)
                && registered.equals(other.registered);
    }

    @Override
    public PojoSerializerSnapshot<T> snapshotConfiguration() {
        return new PojoSerializerSnapshot<>(this);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "POJO " + clazz.getName() + "{", "}");
        for (int i = 0; i < fields.length; i++) {
            text.add(
                    (fields[i] != null ? fields[i].getName() : "(gone)")
                            + ": "
                            + TypeDescription.of(fieldSerializers[i]));
        }
        return text.toString();
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        out.writeInt(fields.length);
        for (Field field : fields) {
            FieldSerializer.serializeField(field, out);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        fields = new Field[in.readInt()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = FieldSerializer.deserializeField(in);
        }
        prepare();
    }
}
