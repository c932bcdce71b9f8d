// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Kryo that nothing is written with which it cannot read.
 *
 * <p>Kryo writes objects of any class without asking whether it can make them again: of many
 * collections it only finds out when it reads. State would go into checkpoints from which no job
 * can be restored. So this one notes when it writes objects of a class for the first time, wherever
 * in a value they are, and the {@link KryoSerializer} then reads the bytes back before it gives
 * them away. That is paid once for a class.
 *
 * <p>It also prefers {@link Forms our own serializers} where Kryo's lose something, and writes some
 * objects as others ({@link StandIns}). Serializers that users registered come before all of these.
 */
final class StateKryo extends Kryo {

    private final List<Class<?>> usersDefaults;

    /** The classes met while writing, each with its stand-in or itself. */
    private final Map<Class<?>, Class<?>> met = new IdentityHashMap<>();

    private Class<?> last;
    private boolean unproven;

    /**
     * @param usersDefaults the classes, with all below them, whose serializers the user chose
     */
    StateKryo(Collection<Class<?>> usersDefaults) {
        super(new DefaultClassResolver(), null);
        this.usersDefaults = List.copyOf(usersDefaults);
        setReferenceResolver(new CompleteReferences());
        setRegistrationRequired(false);
        setInstantiatorStrategy(new Constructors());
        setDefaultSerializer(new ClosedClasses());
    }

    /** Notes that objects of a class are written; true for the first time. */
    boolean meet(Class<?> type) {
        if (met.containsKey(type)) {
            return false;
        }
        met.put(type, StandIns.of(type));
        unproven = true;
        return true;
    }

    /** Whether objects of a new class were written since this was asked last. */
    boolean takeUnproven() {
        boolean was = unproven;
        unproven = false;
        return was;
    }

    private Object toWrite(Object value) {
        if (value == null) {
            return null;
        }
        Class<?> type = value.getClass();
        if (type == last) {
            return value;
        }
        meet(type);
        Class<?> standIn = met.get(type);
        if (standIn != type) {
            return StandIns.instead(value, standIn);
        }
        last = type;
        return value;
    }

    @Override
    public void writeClassAndObject(Output output, Object object) {
        super.writeClassAndObject(output, toWrite(object));
    }

    @Override
    public void writeObject(Output output, Object object) {
        super.writeObject(output, toWrite(object));
    }

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public void writeObject(Output output, Object object, Serializer serializer) {
        super.writeObject(output, toWrite(object), serializer);
    }

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public void writeObjectOrNull(Output output, Object object, Serializer serializer) {
        super.writeObjectOrNull(output, toWrite(object), serializer);
    }

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public void writeObjectOrNull(Output output, Object object, Class type) {
        super.writeObjectOrNull(output, toWrite(object), type);
    }

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public Registration writeClass(Output output, Class type) {
        Class<?> standIn = type == null ? null : met.get(type);
        if (standIn == null && type != null) {
            standIn = StandIns.of(type);
        }
        return super.writeClass(output, standIn);
    }

    @Override
    @SuppressWarnings("unchecked") // a copy can stand where its original stood
    public <T> T copy(T object) {
        if (object == null) {
            return null;
        }
        Class<?> type = object.getClass();
        if (type == last) {
            return super.copy(object);
        }
        Class<?> standIn = met.get(type);
        if (standIn == null) {
            standIn = StandIns.of(type);
        }
        if (standIn == type) {
            return super.copy(object);
        }
        return standIn == StandIns.Lambda.class
                ? super.copy(object, getSerializer(standIn))
                : (T) super.copy(StandIns.instead(object, standIn));
    }

    @Override
    @SuppressWarnings({"rawtypes", "unchecked"}) // Kryo's signature
    public Serializer getDefaultSerializer(Class type) {
        Serializer<?> annotated = getDefaultSerializerForAnnotatedType(type);
        if (annotated != null) {
            return annotated;
        }
        for (Class<?> chosen : usersDefaults) {
            if (chosen.isAssignableFrom(type)) {
                return kryosSerializer(type);
            }
        }
        return Forms.of(this, type);
    }

    /** What Kryo alone would take. */
    Serializer<?> kryosSerializer(Class<?> type) {
        return super.getDefaultSerializer(type);
    }

    /** Fails where Kryo would leave a gap: at an object that refers to itself before it exists. */
    private static final class CompleteReferences extends MapReferenceResolver {
        @Override
        @SuppressWarnings("rawtypes") // Kryo's signature
        public Object getReadObject(Class type, int id) {
            Object object = super.getReadObject(type, id);
            if (object == null) {
                throw new KryoException(
                        "the value refers back to an object that can only be made when all it"
                                + " contains is known, such as a record or an immutable collection");
            }
            return object;
        }
    }
}
