// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSchemaCompatibility;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.types.TypeDescription;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Remembers the class, its fields by name, what was known of each, and the registered subclasses
 * with theirs.
 *
 * <p>Fields may come and go: the old values are then read by the old fields and written by the new
 * ones. A field that stays must keep a type that its serializer calls compatible; a number may
 * become wider, a primitive an object, and an object a primitive if no null of it is met. A
 * registered subclass that is not registered any more makes the bytes unreadable. Of other
 * subclasses nothing is remembered: one that has changed is noticed when a value of it is read.
 *
 * @param <T> the class
 */
@Internal
public class PojoSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {

    private static final int VERSION = 4;

    /** Told of registered subclasses only how their types read. */
    private static final int WITHOUT_SUBCLASSES = 3;

    /** The classes that this thread describes: subclasses may have fields of the class itself. */
    private static final ThreadLocal<Set<Class<?>>> DESCRIBING =
            ThreadLocal.withInitial(HashSet::new);

    /** A field as it lies in the bytes. */
    private record RememberedField(
            String name, boolean nullable, TypeSerializerSnapshot<?> serializer) {}

    /**
     * A registered subclass.
     *
     * @param type null if it is gone
     * @param form how its type read; empty if it could not have been written
     * @param serializer what is known of it beside that; null if nothing is
     */
    private record RememberedSubclass(
            String name, Class<?> type, String form, TypeSerializerSnapshot<?> serializer) {}

    private String className;

    /** Null if it is gone. */
    private Class<T> pojoClass;

    private List<RememberedField> fields;
    private List<RememberedSubclass> registered;
    private SerializerConfig config;

    /** Found when first asked for; a snapshot belongs to one thread, as its serializer does. */
    private Boolean ofToday;

    /** For reading. */
    public PojoSerializerSnapshot() {}

    PojoSerializerSnapshot(PojoSerializer<T> serializer) {
        this.pojoClass = serializer.pojoClass();
        this.className = pojoClass.getName();
        this.config = serializer.config();
        this.registered = new ArrayList<>();
        boolean outermost = DESCRIBING.get().add(pojoClass);
        try {
            for (Class<?> subclass : serializer.registeredSubclasses()) {
                registered.add(remembered(subclass, outermost));
            }
        } finally {
            if (outermost) {
                DESCRIBING.get().remove(pojoClass);
            }
        }
        this.fields = new ArrayList<>();
        Field[] reflected = serializer.fields();
        TypeSerializer<?>[] serializers = serializer.fieldSerializers();
        boolean[] nullable = serializer.nullableFields();
        for (int i = 0; i < reflected.length; i++) {
            if (reflected[i] == null) {
                throw new IllegalStateException(
                        "A serializer for an older form of "
                                + pojoClass.getName()
                                + " only reads; it has no place in a checkpoint.");
            }
            fields.add(
                    new RememberedField(
                            reflected[i].getName(),
                            nullable[i],
                            serializers[i].snapshotConfiguration()));
        }
    }

    private RememberedSubclass remembered(Class<?> subclass, boolean whole) {
        try {
            TypeSerializer<?> serializer =
                    TypeExtractor.getForClass(subclass).createSerializer(config);
            return new RememberedSubclass(
                    subclass.getName(),
                    subclass,
                    TypeDescription.of(serializer),
                    whole ? serializer.snapshotConfiguration() : null);
        } catch (InvalidTypesException e) {
            return new RememberedSubclass(subclass.getName(), subclass, "", null);
        }
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(className);
        out.writeInt(fields.size());
        for (RememberedField field : fields) {
            out.writeUTF(field.name());
            out.writeBoolean(field.nullable());
            TypeSerializerSnapshot.writeVersionedSnapshot(out, field.serializer());
        }
        out.writeInt(registered.size());
        for (RememberedSubclass subclass : registered) {
            out.writeUTF(subclass.name());
            StringSerializer.INSTANCE.serialize(subclass.form(), out);
            out.writeBoolean(subclass.serializer() != null);
            if (subclass.serializer() != null) {
                TypeSerializerSnapshot.writeVersionedSnapshot(out, subclass.serializer());
            }
        }
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader)
            throws IOException {
        if (readVersion != VERSION && readVersion != WITHOUT_SUBCLASSES) {
            throw new IOException(
                    "the snapshot of a POJO serializer was written in version "
                            + readVersion
                            + " of its format; this program reads versions "
                            + WITHOUT_SUBCLASSES
                            + " and "
                            + VERSION);
        }
        this.className = in.readUTF();
        this.pojoClass = find(className, userCodeClassLoader);
        this.config = new SerializerConfigImpl();
        this.fields = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            fields.add(
                    new RememberedField(
                            in.readUTF(),
                            in.readBoolean(),
                            TypeSerializerSnapshot.readVersionedSnapshot(in, userCodeClassLoader)));
        }
        this.registered = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            String name = in.readUTF();
            Class<?> subclass = find(name, userCodeClassLoader);
            String form = StringSerializer.INSTANCE.deserialize(in);
            TypeSerializerSnapshot<?> serializer =
                    readVersion != WITHOUT_SUBCLASSES && in.readBoolean()
                            ? TypeSerializerSnapshot.readVersionedSnapshot(in, userCodeClassLoader)
                            : null;
            registered.add(new RememberedSubclass(name, subclass, form, serializer));
            if (subclass != null) {
                config.registerPojoType(subclass);
            }
        }
    }

    /** Null if it is gone: who drops the field that was of it need not know it. */
    @SuppressWarnings("unchecked") // the class that was written
    private static <C> Class<C> find(String name, ClassLoader loader) {
        try {
            return (Class<C>) Class.forName(name, false, loader);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private String formOf(Class<?> subclass) {
        try {
            return TypeDescription.of(TypeExtractor.getForClass(subclass).createSerializer(config));
        } catch (InvalidTypesException e) {
            return "";
        }
    }

    /** Whether the class, and all that its fields are made of, is still what is remembered. */
    boolean isOfToday() {
        if (ofToday == null) {
            try {
                ofToday =
                        TypeExtractor.getForClass(pojoClass)
                                .createSerializer(config)
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(this)
                                .isCompatibleAsIs();
            } catch (InvalidTypesException e) {
                ofToday = false; // a class with type parameters, of which its name tells too little
            }
        }
        return ofToday;
    }

    /**
     * What reads values of the registered subclass with that number.
     *
     * @return null if it is not remembered, and has changed since
     */
    TypeSerializer<?> subclassReader(int number) {
        RememberedSubclass subclass = registered.get(number);
        if (subclass.serializer() != null) {
            return subclass.serializer().restoreSerializer();
        }
        return subclass.type() != null && subclass.form().equals(formOf(subclass.type()))
                ? TypeExtractor.getForClass(subclass.type()).createSerializer(config)
                : null;
    }

    private static List<Class<?>> types(List<RememberedSubclass> subclasses) {
        List<Class<?>> types = new ArrayList<>();
        for (RememberedSubclass subclass : subclasses) {
            types.add(subclass.type());
        }
        return types;
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[fields.size()];
        for (int i = 0; i < serializers.length; i++) {
            serializers[i] = fields.get(i).serializer().restoreSerializer();
        }
        if (pojoClass == null) {
            boolean[] nullable = new boolean[serializers.length];
            for (int i = 0; i < nullable.length; i++) {
                nullable[i] = fields.get(i).nullable();
            }
            return new GonePojo<>(className, serializers, nullable);
        }
        return with(serializers, types(registered), this);
    }

    private PojoSerializer<T> with(
            TypeSerializer<?>[] serializers,
            List<Class<?>> subclasses,
            PojoSerializerSnapshot<T> restoredFrom) {
        Field[] reflected = new Field[fields.size()];
        boolean[] nullable = new boolean[fields.size()];
        for (int i = 0; i < reflected.length; i++) {
            RememberedField field = fields.get(i);
            nullable[i] = field.nullable();
            Field found = TypeExtractor.getDeclaredField(pojoClass, field.name());
            // What became static or transient is no field of the value any more.
            reflected[i] =
                    found != null
                                    && !Modifier.isStatic(found.getModifiers())
                                    && !Modifier.isTransient(found.getModifiers())
                            ? found
                            : null;
        }
        return new PojoSerializer<>(
                pojoClass, serializers, reflected, nullable, subclasses, config, restoredFrom);
    }

    private RememberedSubclass subclass(String name) {
        for (RememberedSubclass subclass : registered) {
            if (subclass.name().equals(name)) {
                return subclass;
            }
        }
        throw new IllegalArgumentException(name + " is not registered");
    }

    private RememberedField field(String name) {
        for (RememberedField field : fields) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        return null;
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
            TypeSerializerSnapshot<T> oldSerializerSnapshot) {
        if (!(oldSerializerSnapshot instanceof PojoSerializerSnapshot<T> old)
                || old.pojoClass == null
                || old.pojoClass != pojoClass
                || !types(registered).containsAll(types(old.registered))) {
            return TypeSerializerSchemaCompatibility.incompatible();
        }
        boolean migration = fields.size() != old.fields.size();
        for (RememberedSubclass subclass : old.registered) {
            RememberedSubclass now = subclass(subclass.name());
            if (subclass.serializer() == null || now.serializer() == null) {
                migration |= !subclass.form().equals(now.form());
                continue;
            }
            TypeSerializerSchemaCompatibility<?> verdict =
                    judge(now.serializer(), subclass.serializer());
            if (verdict.isIncompatible()) {
                return TypeSerializerSchemaCompatibility.incompatible();
            }
            migration |= !verdict.isCompatibleAsIs();
        }
        boolean reconfigured = false;
        TypeSerializer<?>[] serializers = new TypeSerializer<?>[fields.size()];
        for (int i = 0; i < serializers.length; i++) {
            RememberedField now = fields.get(i);
            RememberedField before = old.field(now.name());
            if (before == null) {
                migration = true;
                continue;
            }
            migration |= now.nullable() != before.nullable();
            TypeSerializerSchemaCompatibility<?> verdict =
                    judge(now.serializer(), before.serializer());
            if (verdict.isIncompatible()) {
                return TypeSerializerSchemaCompatibility.incompatible();
            }
            migration |= verdict.isCompatibleAfterMigration();
            if (verdict.isCompatibleWithReconfiguredSerializer()) {
                reconfigured = true;
                serializers[i] = verdict.getReconfiguredSerializer();
            } else {
                serializers[i] = now.serializer().restoreSerializer();
            }
        }
        if (migration) {
            return TypeSerializerSchemaCompatibility.compatibleAfterMigration();
        }
        // The numbers of registered subclasses are in the bytes: the old ones stay, new ones
        // follow.
        List<Class<?>> numbered = types(old.registered);
        for (Class<?> subclass : types(registered)) {
            if (!numbered.contains(subclass)) {
                numbered.add(subclass);
            }
        }
        return reconfigured || !numbered.equals(types(registered))
                ? TypeSerializerSchemaCompatibility.compatibleWithReconfiguredSerializer(
                        with(serializers, numbered, null))
                : TypeSerializerSchemaCompatibility.compatibleAsIs();
    }

    @SuppressWarnings("unchecked") // a snapshot answers "incompatible" to one of another type
    private static <V> TypeSerializerSchemaCompatibility<V> judge(
            TypeSerializerSnapshot<V> now, TypeSerializerSnapshot<?> old) {
        return now.resolveSchemaCompatibility((TypeSerializerSnapshot<V>) old);
    }

    /** How the type reads, as {@link TypeDescription} has it. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "POJO " + className + "{", "}");
        for (RememberedField field : fields) {
            text.add(field.name() + ": " + TypeDescription.of(field.serializer()));
        }
        return text.toString();
    }
}
