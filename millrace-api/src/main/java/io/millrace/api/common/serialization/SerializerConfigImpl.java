// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import com.esotericsoftware.kryo.Serializer;
import io.millrace.annotation.Internal;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.ExecutionConfig.SerializableSerializer;
import io.millrace.api.common.typeinfo.TypeInfoFactory;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.spi.types.ProgramClasses;
import io.millrace.util.TernaryBoolean;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The serializer configuration, as an object that an execution configuration holds. Not
 * thread-safe.
 */
@Internal
@SuppressWarnings("deprecation") // SerializableSerializer, which the mirrored signatures name
public final class SerializerConfigImpl implements SerializerConfig {

    private static final long serialVersionUID = 1L;

    private static final ConfigOption<Boolean> GENERIC_TYPES =
            ConfigOptions.key("pipeline.generic-types").booleanType().defaultValue(true);
    private static final ConfigOption<Boolean> FORCE_KRYO =
            ConfigOptions.key("pipeline.force-kryo").booleanType().defaultValue(false);
    private static final ConfigOption<Boolean> FORCE_AVRO =
            ConfigOptions.key("pipeline.force-avro").booleanType().defaultValue(false);
    private static final ConfigOption<Boolean> FORCE_KRYO_AVRO =
            ConfigOptions.key("pipeline.force-kryo-avro").booleanType().noDefaultValue();
    private static final ConfigOption<List<String>> POJO_CLASSES =
            ConfigOptions.key("pipeline.registered-pojo-types")
                    .stringType()
                    .asList()
                    .noDefaultValue();
    private static final ConfigOption<List<String>> KRYO_CLASSES =
            ConfigOptions.key("pipeline.registered-kryo-types")
                    .stringType()
                    .asList()
                    .noDefaultValue();
    private static final ConfigOption<List<String>> DEFAULT_KRYO_SERIALIZERS =
            ConfigOptions.key("pipeline.default-kryo-serializers")
                    .stringType()
                    .asList()
                    .noDefaultValue();
    private static final ConfigOption<List<String>> SERIALIZATION_CONFIG =
            ConfigOptions.key("pipeline.serialization-config")
                    .stringType()
                    .asList()
                    .noDefaultValue();

    private final LinkedHashMap<Class<?>, SerializableSerializer<?>> registeredSerializers =
            new LinkedHashMap<>();
    private final LinkedHashMap<Class<?>, Class<? extends Serializer<?>>> registeredClasses =
            new LinkedHashMap<>();
    private final LinkedHashMap<Class<?>, SerializableSerializer<?>> defaultSerializers =
            new LinkedHashMap<>();
    private final LinkedHashMap<Class<?>, Class<? extends Serializer<?>>> defaultClasses =
            new LinkedHashMap<>();
    private final LinkedHashSet<Class<?>> kryoTypes = new LinkedHashSet<>();
    private final LinkedHashSet<Class<?>> pojoTypes = new LinkedHashSet<>();
    private boolean genericTypes = true;
    private boolean forceKryo;
    private TernaryBoolean forceKryoAvro = TernaryBoolean.UNDEFINED;

    private ExecutionConfig executionConfig;

    /** With the defaults. */
    public SerializerConfigImpl() {}

    /** The part of that execution configuration; takes over what the configuration says. */
    public SerializerConfigImpl(Configuration configuration, ExecutionConfig executionConfig) {
        this.executionConfig = executionConfig;
        configure(configuration, SerializerConfigImpl.class.getClassLoader());
    }

    @Override
    public <T extends Serializer<?> & Serializable> void addDefaultKryoSerializer(
            Class<?> type, T serializer) {
        defaultSerializers.put(notNull(type), new SerializableSerializer<>(serializer));
    }

    @Override
    public void addDefaultKryoSerializer(
            Class<?> type, Class<? extends Serializer<?>> serializerClass) {
        defaultClasses.put(notNull(type), Objects.requireNonNull(serializerClass));
    }

    @Override
    public <T extends Serializer<?> & Serializable> void registerTypeWithKryoSerializer(
            Class<?> type, T serializer) {
        registeredSerializers.put(notNull(type), new SerializableSerializer<>(serializer));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // the mirrored signature
    public void registerTypeWithKryoSerializer(
            Class<?> type, Class<? extends Serializer> serializerClass) {
        registeredClasses.put(
                notNull(type),
                (Class<? extends Serializer<?>>) Objects.requireNonNull(serializerClass));
    }

    @Override
    public void registerPojoType(Class<?> type) {
        pojoTypes.add(notNull(type));
    }

    @Override
    public void registerKryoType(Class<?> type) {
        kryoTypes.add(notNull(type));
    }

    private static Class<?> notNull(Class<?> type) {
        return Objects.requireNonNull(type, "type");
    }

    @Override
    public LinkedHashMap<Class<?>, SerializableSerializer<?>>
            getRegisteredTypesWithKryoSerializers() {
        return registeredSerializers;
    }

    @Override
    public LinkedHashMap<Class<?>, Class<? extends Serializer<?>>>
            getRegisteredTypesWithKryoSerializerClasses() {
        return registeredClasses;
    }

    @Override
    public LinkedHashMap<Class<?>, SerializableSerializer<?>> getDefaultKryoSerializers() {
        return defaultSerializers;
    }

    @Override
    public LinkedHashMap<Class<?>, Class<? extends Serializer<?>>>
            getDefaultKryoSerializerClasses() {
        return defaultClasses;
    }

    @Override
    public LinkedHashSet<Class<?>> getRegisteredKryoTypes() {
        return kryoTypes;
    }

    @Override
    public LinkedHashSet<Class<?>> getRegisteredPojoTypes() {
        return pojoTypes;
    }

    /**
     * Empty: factories are registered with {@code TypeExtractor.registerFactory}, for the whole
     * JVM.
     */
    @Override
    public Map<Class<?>, Class<? extends TypeInfoFactory<?>>> getRegisteredTypeInfoFactories() {
        return Map.of();
    }

    @Override
    public boolean hasGenericTypesDisabled() {
        return !genericTypes;
    }

    @Override
    public void setGenericTypes(boolean genericTypes) {
        this.genericTypes = genericTypes;
    }

    @Override
    public boolean isForceKryoEnabled() {
        return forceKryo;
    }

    @Override
    public void setForceKryo(boolean forceKryo) {
        this.forceKryo = forceKryo;
    }

    @Override
    public boolean isForceAvroEnabled() {
        return false;
    }

    @Override
    public void setForceAvro(boolean forceAvro) {
        if (forceAvro) {
            throw new UnsupportedOperationException(
                    "setForceAvro (pipeline.force-avro) is not supported: there are no Avro"
                            + " serializers in this library.");
        }
    }

    @Override
    public void setForceKryoAvro(boolean forceKryoAvro) {
        if (forceKryoAvro) {
            throw new UnsupportedOperationException(
                    "setForceKryoAvro (pipeline.force-kryo-avro) is not supported: there are no Avro"
                            + " serializers in this library.");
        }
        this.forceKryoAvro = TernaryBoolean.FALSE;
    }

    @Override
    public TernaryBoolean isForceKryoAvroEnabled() {
        return forceKryoAvro;
    }

    @Override
    public void configure(ReadableConfig configuration, ClassLoader classLoader) {
        if (configuration.getOptional(GENERIC_TYPES).isPresent()) {
            setGenericTypes(configuration.get(GENERIC_TYPES));
        }
        if (configuration.getOptional(FORCE_KRYO).isPresent()) {
            setForceKryo(configuration.get(FORCE_KRYO));
        }
        if (configuration.getOptional(FORCE_AVRO).isPresent()) {
            setForceAvro(configuration.get(FORCE_AVRO));
        }
        if (configuration.getOptional(FORCE_KRYO_AVRO).isPresent()) {
            setForceKryoAvro(configuration.get(FORCE_KRYO_AVRO));
        }
        classes(configuration, POJO_CLASSES, classLoader, this::registerPojoType);
        classes(configuration, KRYO_CLASSES, classLoader, this::registerKryoType);
        configuration
                .getOptional(DEFAULT_KRYO_SERIALIZERS)
                .ifPresent(entries -> defaultSerializers(entries, classLoader));
        if (configuration.getOptional(SERIALIZATION_CONFIG).isPresent()) {
            throw new UnsupportedOperationException(
                    SERIALIZATION_CONFIG.key()
                            + " is not supported yet. Use "
                            + KRYO_CLASSES.key()
                            + ", "
                            + POJO_CLASSES.key()
                            + " and "
                            + DEFAULT_KRYO_SERIALIZERS.key()
                            + ", or say it in the program with getConfig().getSerializerConfig().");
        }
    }

    private static void classes(
            ReadableConfig configuration,
            ConfigOption<List<String>> option,
            ClassLoader loader,
            Consumer<Class<?>> each) {
        configuration
                .getOptional(option)
                .ifPresent(names -> names.forEach(name -> each.accept(load(name, option, loader))));
    }

    /** Entries such as {@code class:com.acme.Order,serializer:com.acme.OrderSerializer}. */
    private void defaultSerializers(List<String> entries, ClassLoader loader) {
        for (String entry : entries) {
            Class<?> type = null;
            Class<?> serializer = null;
            for (String part : entry.split(",", -1)) {
                int colon = part.indexOf(':');
                String name = colon < 0 ? "" : part.substring(0, colon).strip();
                String value = part.substring(colon + 1).strip();
                if (name.equals("class")) {
                    type = load(value, DEFAULT_KRYO_SERIALIZERS, loader);
                } else if (name.equals("serializer")) {
                    serializer = load(value, DEFAULT_KRYO_SERIALIZERS, loader);
                }
            }
            if (type == null || serializer == null) {
                throw new IllegalConfigurationException(
                        DEFAULT_KRYO_SERIALIZERS.key()
                                + ": '"
                                + entry
                                + "' is not of the form class:com.acme.Order,"
                                + "serializer:com.acme.OrderSerializer");
            }
            kryoSerializerOf(type, serializer, this::addDefaultKryoSerializer);
        }
    }

    @SuppressWarnings("unchecked") // checked to be a serializer of Kryo
    private static void kryoSerializerOf(
            Class<?> type,
            Class<?> serializer,
            BiConsumer<Class<?>, Class<? extends Serializer<?>>> add) {
        if (!Serializer.class.isAssignableFrom(serializer)) {
            throw new IllegalConfigurationException(
                    DEFAULT_KRYO_SERIALIZERS.key()
                            + ": "
                            + serializer.getName()
                            + " is no serializer of Kryo");
        }
        add.accept(type, (Class<? extends Serializer<?>>) serializer);
    }

    private static Class<?> load(String name, ConfigOption<?> option, ClassLoader loader) {
        try {
            return ProgramClasses.named(name.strip(), false, loader);
        } catch (ClassNotFoundException e) {
            throw new IllegalConfigurationException(
                    option.key() + ": the class '" + name + "' is not on the class path", e);
        }
    }

    /** The execution configuration this belongs to; a new one for one that stands alone. */
    public ExecutionConfig getExecutionConfig() {
        if (executionConfig == null) {
            executionConfig = new ExecutionConfig();
        }
        return executionConfig;
    }

    @Override
    public SerializerConfigImpl copy() {
        SerializerConfigImpl copy = new SerializerConfigImpl();
        copy.registeredSerializers.putAll(registeredSerializers);
        copy.registeredClasses.putAll(registeredClasses);
        copy.defaultSerializers.putAll(defaultSerializers);
        copy.defaultClasses.putAll(defaultClasses);
        copy.kryoTypes.addAll(kryoTypes);
        copy.pojoTypes.addAll(pojoTypes);
        copy.genericTypes = genericTypes;
        copy.forceKryo = forceKryo;
        copy.forceKryoAvro = forceKryoAvro;
        copy.executionConfig = executionConfig;
        return copy;
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof SerializerConfigImpl other
                && registeredSerializers.keySet().equals(other.registeredSerializers.keySet())
                && registeredClasses.equals(other.registeredClasses)
                && defaultSerializers.keySet().equals(other.defaultSerializers.keySet())
                && defaultClasses.equals(other.defaultClasses)
                && kryoTypes.equals(other.kryoTypes)
                && pojoTypes.equals(other.pojoTypes)
                && genericTypes == other.genericTypes
                && forceKryo == other.forceKryo
                && forceKryoAvro == other.forceKryoAvro;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                registeredClasses,
                defaultClasses,
                kryoTypes,
                pojoTypes,
                genericTypes,
                forceKryo,
                forceKryoAvro);
    }

    @Override
    public String toString() {
        return "SerializerConfig{genericTypes="
                + genericTypes
                + ", forceKryo="
                + forceKryo
                + ", registeredKryoTypes="
                + kryoTypes
                + ", registeredPojoTypes="
                + pojoTypes
                + "}";
    }
}
