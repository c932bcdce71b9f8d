// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.BaseSerializerFactory;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer.CachedField;
import com.esotericsoftware.kryo.serializers.FieldSerializer.FieldSerializerConfig;
import io.millrace.spi.types.ClassFile;
import java.io.Serializable;
import java.lang.reflect.Field;

/**
 * Chooses the serializer of a class that Kryo has none for: by fields, but by Java's own
 * serialization where a class of Java's is among its superclasses. Their fields are closed to
 * reflection.
 *
 * <p>The variables that a local class has captured are fields too. The enclosing object of an inner
 * class is not written: mostly nobody needs it, and it would drag a whole function along. An inner
 * class that does use it is refused, since its objects would come back broken.
 */
final class ClosedClasses extends BaseSerializerFactory<Serializer<?>> {

    private static final String ENCLOSING = "this$";

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public Serializer<?> newSerializer(Kryo kryo, Class type) {
        if (isClosed(type)) {
            return new JavaForm();
        } else if (type.isHidden()) {
            throw new IllegalArgumentException(
                    "it is a lambda or another class that exists in this JVM only. A lambda can be"
                            + " written if it is cast to java.io.Serializable where it is made, too");
        }
        return byFields(kryo, type);
    }

    private static Serializer<?> byFields(Kryo kryo, Class<?> type) {
        FieldSerializerConfig config = new FieldSerializerConfig();
        config.setIgnoreSyntheticFields(false);
        FieldSerializer<?> serializer = new FieldSerializer<>(kryo, type, config);
        for (CachedField cached : serializer.getFields()) {
            Field field = cached.getField();
            if (field.isSynthetic() && field.getName().startsWith(ENCLOSING)) {
                refuseIfUsed(field);
                serializer.removeField(cached);
            }
        }
        return serializer;
    }

    private static void refuseIfUsed(Field enclosing) {
        Class<?> inner = enclosing.getDeclaringClass();
        ClassFile file = ClassFile.of(inner);
        if (file != null && file.readsField(inner.getName(), enclosing.getName())) {
            throw new IllegalArgumentException(
                    inner.getName()
                            + " is an inner class and uses the object of "
                            + enclosing.getType().getName()
                            + " it was made in, which is not written with it. Make it a static class");
        }
    }

    static boolean isJavas(Class<?> type) {
        String name = type.getName();
        return name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.");
    }

    private static boolean isClosed(Class<?> type) {
        if (!Serializable.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            if (isJavas(at)) {
                return true;
            }
        }
        return false;
    }
}
