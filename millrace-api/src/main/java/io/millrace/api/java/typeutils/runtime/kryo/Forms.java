// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Chooses the serializer of a class for which the user chose none.
 *
 * <p>Kryo has one serializer for collections and one for maps, which make an empty object and fill
 * it. That is wrong for collections that cannot be filled (they are closed, or have no constructor
 * without arguments) and for those that are more than their elements: an order, a bound, fields of
 * a subclass. Those have serializers of ours, or Java's own serialization.
 */
final class Forms {

    private Forms() {}

    static Serializer<?> of(StateKryo kryo, Class<?> type) {
        if (type.isRecord()) {
            return new RecordForm(type);
        } else if (type == EnumMap.class) {
            return new EnumMapForm();
        } else if (type == LinkedHashMap.class) {
            return new LinkedMapForm();
        } else if (EntryForm.isFor(type)) {
            return new EntryForm(type);
        } else if (type == Properties.class || type == StandIns.Lambda.class) {
            return new JavaForm();
        } else if (type == AtomicReference.class) {
            return new DefaultSerializers.AtomicReferenceSerializer();
        } else if (ConcurrentForm.isFor(type)) {
            return new ConcurrentForm(type);
        } else if (WrapperForm.isFor(type)) {
            return new WrapperForm(type);
        }
        Serializer<?> kryos = kryo.kryosSerializer(type);
        return kryos instanceof CollectionSerializer || kryos instanceof MapSerializer
                ? ofCollection(kryo, type, kryos)
                : kryos;
    }

    private static Serializer<?> ofCollection(StateKryo kryo, Class<?> type, Serializer<?> kryos) {
        boolean serializable = Serializable.class.isAssignableFrom(type);
        if (serializable && addsFieldsToJavas(type)) {
            return new JavaForm();
        }
        boolean general =
                kryos.getClass() == CollectionSerializer.class
                        || kryos.getClass() == MapSerializer.class;
        if (!general || Constructors.of(type) != null) {
            return kryos;
        } else if (serializable) {
            return new JavaForm();
        } else if (ClosedClasses.isJavas(type)) {
            throw new IllegalArgumentException(
                    "its class "
                            + type.getName()
                            + " is private to Java and cannot be made again; copy it into a public"
                            + " one such as ArrayList or HashMap");
        }
        return new FieldSerializer<>(kryo, type);
    }

    /**
     * Whether a class extends one of Java's collections that hold their elements themselves, and
     * has fields of its own.
     */
    private static boolean addsFieldsToJavas(Class<?> type) {
        boolean fields = false;
        Class<?> at = type;
        for (; at != null && !ClosedClasses.isJavas(at); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                fields |=
                        !Modifier.isStatic(modifiers)
                                && !Modifier.isTransient(modifiers)
                                && !field.isSynthetic();
            }
        }
        return fields
                && at != null
                && !Modifier.isAbstract(at.getModifiers())
                && (Collection.class.isAssignableFrom(at) || Map.class.isAssignableFrom(at));
    }
}
