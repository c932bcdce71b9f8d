// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.BaseSerializerFactory;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * Chooses the serializer of a class that Kryo has none for: by fields, but by Java's own
 * serialization where a class of Java's is among its superclasses. Their fields are closed to
 * reflection.
 */
final class ClosedClasses extends BaseSerializerFactory<Serializer<?>> {

    @Override
    @SuppressWarnings("rawtypes") // Kryo's signature
    public Serializer<?> newSerializer(Kryo kryo, Class type) {
        return isClosed(type) ? new JavaSerializer() : new FieldSerializer<>(kryo, type);
    }

    private static boolean isClosed(Class<?> type) {
        if (!Serializable.class.isAssignableFrom(type)) {
            return false;
        }
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            if (at.getName().startsWith("java.")) {
                return true;
            }
        }
        return false;
    }
}
