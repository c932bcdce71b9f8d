// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils.runtime.kryo;

import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.ReflectionSerializerFactory;
import io.millrace.api.common.ExecutionConfig.SerializableSerializer;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.spi.types.ProgramClasses;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What a configuration says about Kryo. The classes registered get numbers in their order, which
 * are in the bytes: so the order is remembered, and new classes come behind.
 */
@SuppressWarnings("deprecation") // SerializableSerializer, in which configurations hold Kryo's
final class KryoSetup implements Serializable {

    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<Class<?>, SerializableSerializer<?>> defaults;
    private final LinkedHashMap<Class<?>, Class<? extends Serializer<?>>> defaultClasses;
    private final LinkedHashMap<Class<?>, SerializableSerializer<?>> registeredSerializers;
    private final LinkedHashMap<Class<?>, Class<? extends Serializer<?>>> registeredClasses;
    private final List<Class<?>> numbered;

    private KryoSetup(
            Map<Class<?>, SerializableSerializer<?>> defaults,
            Map<Class<?>, Class<? extends Serializer<?>>> defaultClasses,
            Map<Class<?>, SerializableSerializer<?>> registeredSerializers,
            Map<Class<?>, Class<? extends Serializer<?>>> registeredClasses,
            List<Class<?>> numbered) {
        this.defaults = new LinkedHashMap<>(defaults);
        this.defaultClasses = new LinkedHashMap<>(defaultClasses);
        this.registeredSerializers = new LinkedHashMap<>(registeredSerializers);
        this.registeredClasses = new LinkedHashMap<>(registeredClasses);
        this.numbered = List.copyOf(numbered);
    }

    static KryoSetup of(SerializerConfig config) {
        Set<Class<?>> classes = new LinkedHashSet<>(config.getRegisteredKryoTypes());
        classes.addAll(config.getRegisteredTypesWithKryoSerializerClasses().keySet());
        classes.addAll(config.getRegisteredTypesWithKryoSerializers().keySet());
        return new KryoSetup(
                config.getDefaultKryoSerializers(),
                config.getDefaultKryoSerializerClasses(),
                config.getRegisteredTypesWithKryoSerializers(),
                config.getRegisteredTypesWithKryoSerializerClasses(),
                new ArrayList<>(classes));
    }

    /** Nothing but the numbers. */
    static KryoSetup ofNumbered(List<Class<?>> numbered) {
        return new KryoSetup(Map.of(), Map.of(), Map.of(), Map.of(), numbered);
    }

    /** The classes with numbers, in their order. */
    List<Class<?>> numbered() {
        return numbered;
    }

    /** The same with other numbers. */
    KryoSetup renumbered(List<Class<?>> order) {
        return new KryoSetup(
                defaults, defaultClasses, registeredSerializers, registeredClasses, order);
    }

    /** A Kryo as configured, which also handles references and classes that nobody registered. */
    StateKryo create(Class<?> type) {
        Set<Class<?>> chosen = new LinkedHashSet<>(defaults.keySet());
        chosen.addAll(defaultClasses.keySet());
        StateKryo kryo = new StateKryo(chosen);
        kryo.setClassLoader(ProgramClasses.loader(type));
        defaults.forEach(
                (of, serializer) -> kryo.addDefaultSerializer(of, serializer.getSerializer()));
        defaultClasses.forEach(kryo::addDefaultSerializer);
        for (Class<?> each : numbered) {
            SerializableSerializer<?> instance = registeredSerializers.get(each);
            Class<? extends Serializer<?>> serializerClass = registeredClasses.get(each);
            if (instance != null) {
                kryo.register(each, instance.getSerializer());
            } else if (serializerClass != null) {
                kryo.register(
                        each,
                        new ReflectionSerializerFactory<>(serializerClass)
                                .newSerializer(kryo, each));
            } else {
                kryo.register(each);
            }
        }
        return kryo;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof KryoSetup other
                && numbered.equals(other.numbered)
                && defaults.keySet().equals(other.defaults.keySet())
                && defaultClasses.equals(other.defaultClasses)
                && registeredSerializers.keySet().equals(other.registeredSerializers.keySet())
                && registeredClasses.equals(other.registeredClasses);
    }

    @Override
    public int hashCode() {
        return Objects.hash(numbered, defaultClasses, registeredClasses);
    }
}
