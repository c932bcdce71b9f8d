// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import com.esotericsoftware.kryo.Serializer;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig.SerializableSerializer;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.configuration.ReadableConfig;
import io.millrace.util.TernaryBoolean;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** What a program says about how its values are serialized. */
@PublicEvolving
@SuppressWarnings("deprecation") // SerializableSerializer, which the mirrored signatures name
public interface SerializerConfig extends Serializable {

    /** Kryo uses that serializer for a class and its subclasses. */
    <T extends Serializer<?> & Serializable> void addDefaultKryoSerializer(
            Class<?> type, T serializer);

    /** Kryo uses a serializer of that class for a class and its subclasses. */
    void addDefaultKryoSerializer(Class<?> type, Class<? extends Serializer<?>> serializerClass);

    /** Kryo knows a class by a number and uses that serializer for it. */
    <T extends Serializer<?> & Serializable> void registerTypeWithKryoSerializer(
            Class<?> type, T serializer);

    /** Kryo knows a class by a number and uses a serializer of that class for it. */
    @SuppressWarnings("rawtypes") // the mirrored signature
    void registerTypeWithKryoSerializer(Class<?> type, Class<? extends Serializer> serializerClass);

    /** The serializer of its superclass, if that is a POJO, knows a class by a number. */
    void registerPojoType(Class<?> type);

    /** Kryo knows a class by a number. */
    void registerKryoType(Class<?> type);

    /** What was registered with a serializer. */
    LinkedHashMap<Class<?>, SerializableSerializer<?>> getRegisteredTypesWithKryoSerializers();

    /** What was registered with a serializer's class. */
    LinkedHashMap<Class<?>, Class<? extends Serializer<?>>>
            getRegisteredTypesWithKryoSerializerClasses();

    /** The default serializers. */
    LinkedHashMap<Class<?>, SerializableSerializer<?>> getDefaultKryoSerializers();

    /** The default serializers' classes. */
    LinkedHashMap<Class<?>, Class<? extends Serializer<?>>> getDefaultKryoSerializerClasses();

    /** What was registered without a serializer. */
    LinkedHashSet<Class<?>> getRegisteredKryoTypes();

    /** The registered subclasses of POJOs. */
    LinkedHashSet<Class<?>> getRegisteredPojoTypes();

    /** The registered factories of type informations. */
    Map<Class<?>, Class<? extends TypeInfoFactory<?>>> getRegisteredTypeInfoFactories();

    /** Whether a class that only Kryo could handle is an error. */
    boolean hasGenericTypesDisabled();

    /** Whether Kryo may handle classes of which nothing more is known; true at first. */
    void setGenericTypes(boolean genericTypes);

    /** Whether POJOs are handled by Kryo. */
    boolean isForceKryoEnabled();

    /** Whether POJOs are handled by Kryo; false at first. */
    void setForceKryo(boolean forceKryo);

    /** Whether POJOs are to be handled by Avro, which this library has not. */
    boolean isForceAvroEnabled();

    /**
     * Whether POJOs are to be handled by Avro, which this library has not: then they are refused.
     */
    void setForceAvro(boolean forceAvro);

    /** Whether Avro's own classes are to be handled by the Avro serializers of Kryo. */
    void setForceKryoAvro(boolean forceKryoAvro);

    /** Whether Avro's own classes are to be handled by the Avro serializers of Kryo. */
    TernaryBoolean isForceKryoAvroEnabled();

    /** Takes over what a configuration says; what it does not say stays. */
    void configure(ReadableConfig configuration, ClassLoader classLoader);

    /** A copy that changes independently. */
    SerializerConfig copy();
}
