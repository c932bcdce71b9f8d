// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import static io.millrace.util.Preconditions.checkNotNull;

import com.esotericsoftware.kryo.Serializer;
import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;
import io.millrace.spi.CancellationKeys;
import io.millrace.spi.SettingRange;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a program that concern how it is carried out: parallelism, types, watermarks,
 * object reuse, restarts. What can be set by key is held in a {@link Configuration}, so that {@link
 * #configure} and the setters meet in one place and the later call wins.
 *
 * <p>Not safe from several threads.
 */
@Public
public class ExecutionConfig implements Serializable {

    private static final long serialVersionUID = 1L;

    /** As parallel as the machine allows, where that can be said. */
    @Deprecated public static final int PARALLELISM_AUTO_MAX = Integer.MAX_VALUE;

    /** No parallelism set: that of the surroundings is taken. */
    public static final int PARALLELISM_DEFAULT = -1;

    /** The parallelism is left as it is. */
    public static final int PARALLELISM_UNKNOWN = -2;

    /** More key groups than this can't be told apart. */
    private static final int UPPER_BOUND_MAX_PARALLELISM = 1 << 15;

    /** How deep functions are freed of outer objects they don't use. */
    public enum ClosureCleanerLevel implements DescribedEnum {
        /** Not at all. */
        NONE("Not at all."),
        /** The function itself. */
        TOP_LEVEL("The function itself."),
        /** The function and what it refers to. */
        RECURSIVE("The function and what it refers to.");

        private final InlineElement description;

        ClosureCleanerLevel(String description) {
            this.description = TextElement.text(description);
        }

        @Override
        @Internal
        public InlineElement getDescription() {
            return description;
        }
    }

    private final Configuration configuration;

    private final SerializerConfig serializerConfig;

    /** Set apart from its key: the parameters may be of a class of the program's own. */
    private GlobalJobParameters globalJobParameters;

    // Programs of old choose by an object; it is deprecated, not gone.
    @SuppressWarnings("deprecation")
    private RestartStrategies.RestartStrategyConfiguration restartStrategyConfiguration =
            new RestartStrategies.FallbackRestartStrategyConfiguration();

    /** Settings as they are when nothing is said. */
    public ExecutionConfig() {
        this(new Configuration());
    }

    /** Settings that write through to a configuration. */
    @Internal
    public ExecutionConfig(Configuration configuration) {
        this.configuration = checkNotNull(configuration, "The configuration is null.");
        this.serializerConfig = new SerializerConfigImpl(configuration, this);
    }

    /** How types are serialized. */
    @PublicEvolving
    public SerializerConfig getSerializerConfig() {
        return serializerConfig;
    }

    // ------------------------------------------------------------------ closures, watermarks

    /** Functions are freed of outer objects they don't use; the default. */
    public ExecutionConfig enableClosureCleaner() {
        return setClosureCleanerLevel(ClosureCleanerLevel.RECURSIVE);
    }

    /** Functions are left as they are. */
    public ExecutionConfig disableClosureCleaner() {
        return setClosureCleanerLevel(ClosureCleanerLevel.NONE);
    }

    /** Whether functions are freed of outer objects they don't use. */
    public boolean isClosureCleanerEnabled() {
        return getClosureCleanerLevel() != ClosureCleanerLevel.NONE;
    }

    /** How deep functions are freed of outer objects they don't use. */
    public ExecutionConfig setClosureCleanerLevel(ClosureCleanerLevel level) {
        configuration.set(PipelineOptions.CLOSURE_CLEANER_LEVEL, level);
        return this;
    }

    /** How deep functions are freed of outer objects they don't use. */
    public ClosureCleanerLevel getClosureCleanerLevel() {
        return configuration.get(PipelineOptions.CLOSURE_CLEANER_LEVEL);
    }

    /**
     * How often watermarks are asked for.
     *
     * @param interval in milliseconds, 0 or more; 0 for never
     */
    @PublicEvolving
    public ExecutionConfig setAutoWatermarkInterval(long interval) {
        SettingRange.require(
                interval >= 0,
                PipelineOptions.AUTO_WATERMARK_INTERVAL,
                "0 ms, which is never, or more",
                interval + " ms");
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(interval));
        return this;
    }

    /** How often watermarks are asked for, in milliseconds; 0 for never. */
    @PublicEvolving
    public long getAutoWatermarkInterval() {
        return configuration.get(PipelineOptions.AUTO_WATERMARK_INTERVAL).toMillis();
    }

    // ------------------------------------------------------------------ parallelism

    /** The parallelism of operators that set none: as set here or by its key, else 1. */
    public int getParallelism() {
        return configuration.get(CoreOptions.DEFAULT_PARALLELISM);
    }

    /**
     * The parallelism of operators that set none.
     *
     * @param parallelism 1 or more, or {@link #PARALLELISM_DEFAULT} to forget what was set; {@link
     *     #PARALLELISM_UNKNOWN} changes nothing
     */
    public ExecutionConfig setParallelism(int parallelism) {
        if (parallelism == PARALLELISM_UNKNOWN) {
            return this;
        }
        SettingRange.require(
                parallelism >= 1 || parallelism == PARALLELISM_DEFAULT,
                CoreOptions.DEFAULT_PARALLELISM,
                "1 or more, or -1 (ExecutionConfig.PARALLELISM_DEFAULT) for what holds where"
                        + " nothing is set",
                parallelism);
        if (parallelism == PARALLELISM_DEFAULT) {
            resetParallelism();
        } else {
            configuration.set(CoreOptions.DEFAULT_PARALLELISM, parallelism);
        }
        return this;
    }

    /** Forgets the parallelism set. */
    @Internal
    public void resetParallelism() {
        configuration.removeConfig(CoreOptions.DEFAULT_PARALLELISM);
    }

    /** The number of key groups of operators that set none; -1 if it is to be derived. */
    @PublicEvolving
    public int getMaxParallelism() {
        return configuration.get(PipelineOptions.MAX_PARALLELISM);
    }

    /**
     * The number of key groups of operators that set none. It can't be changed once there is state.
     *
     * @param maxParallelism 1 to 32768
     */
    @PublicEvolving
    public void setMaxParallelism(int maxParallelism) {
        SettingRange.require(
                maxParallelism > 0 && maxParallelism <= UPPER_BOUND_MAX_PARALLELISM,
                PipelineOptions.MAX_PARALLELISM,
                "1 to " + UPPER_BOUND_MAX_PARALLELISM,
                maxParallelism);
        configuration.set(PipelineOptions.MAX_PARALLELISM, maxParallelism);
    }

    // ------------------------------------------------------------------ cancelling, restarting

    /** After so long a cancelled task that has not ended is interrupted, in milliseconds. */
    public long getTaskCancellationInterval() {
        return configuration.get(CancellationKeys.INTERVAL).toMillis();
    }

    /**
     * After so long a cancelled task that has not ended is interrupted.
     *
     * @param interval in milliseconds, 1 or more
     */
    public ExecutionConfig setTaskCancellationInterval(long interval) {
        SettingRange.require(
                interval > 0, CancellationKeys.INTERVAL, "1 ms or more", interval + " ms");
        configuration.set(CancellationKeys.INTERVAL, Duration.ofMillis(interval));
        return this;
    }

    /**
     * After so long a cancelled task that has not ended fails the job, in milliseconds; 0 for
     * never.
     */
    @PublicEvolving
    public long getTaskCancellationTimeout() {
        return configuration.get(CancellationKeys.TIMEOUT).toMillis();
    }

    /**
     * After so long a cancelled task that has not ended fails the job.
     *
     * @param timeout in milliseconds, 0 or more; 0 for never
     */
    @PublicEvolving
    public ExecutionConfig setTaskCancellationTimeout(long timeout) {
        SettingRange.require(
                timeout >= 0,
                CancellationKeys.TIMEOUT,
                "0 ms, which is never, or more",
                timeout + " ms");
        configuration.set(CancellationKeys.TIMEOUT, Duration.ofMillis(timeout));
        return this;
    }

    /**
     * Whether and when the job starts again after a failure.
     *
     * @deprecated set the options of {@link io.millrace.configuration.RestartStrategyOptions}
     */
    @Deprecated
    @PublicEvolving
    public void setRestartStrategy(
            RestartStrategies.RestartStrategyConfiguration restartStrategyConfiguration) {
        this.restartStrategyConfiguration =
                checkNotNull(restartStrategyConfiguration, "The restart strategy is null.");
    }

    /**
     * Whether and when the job starts again after a failure: as set here, else by settings, else
     * whatever is set outside the program.
     *
     * @deprecated read the options of {@link io.millrace.configuration.RestartStrategyOptions}
     */
    @Deprecated
    @PublicEvolving
    public RestartStrategies.RestartStrategyConfiguration getRestartStrategy() {
        if (restartStrategyConfiguration
                instanceof RestartStrategies.FallbackRestartStrategyConfiguration) {
            return RestartStrategies.fromConfiguration(configuration)
                    .orElse(restartStrategyConfiguration);
        }
        return restartStrategyConfiguration;
    }

    // ------------------------------------------------------------------ types

    /**
     * POJOs are serialized with Kryo.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void enableForceKryo() {
        serializerConfig.setForceKryo(true);
    }

    /**
     * POJOs are serialized as such.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void disableForceKryo() {
        serializerConfig.setForceKryo(false);
    }

    /**
     * Whether POJOs are serialized with Kryo.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public boolean isForceKryoEnabled() {
        return serializerConfig.isForceKryoEnabled();
    }

    /**
     * Types that only Kryo can serialize are allowed; the default.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void enableGenericTypes() {
        serializerConfig.setGenericTypes(true);
    }

    /**
     * Types that only Kryo can serialize are refused.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void disableGenericTypes() {
        serializerConfig.setGenericTypes(false);
    }

    /**
     * Whether types that only Kryo can serialize are refused.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public boolean hasGenericTypesDisabled() {
        return serializerConfig.hasGenericTypesDisabled();
    }

    /** Operators without a uid are given one by their place in the program; the default. */
    public void enableAutoGeneratedUIDs() {
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, true);
    }

    /** Operators without a uid are refused. */
    public void disableAutoGeneratedUIDs() {
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
    }

    /** Whether operators without a uid are given one. */
    public boolean hasAutoGeneratedUIDsEnabled() {
        return configuration.get(PipelineOptions.AUTO_GENERATE_UIDS);
    }

    /** Objects are passed on between chained operators without a copy. */
    public ExecutionConfig enableObjectReuse() {
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        return this;
    }

    /** Mutable objects are copied between chained operators; the default. */
    public ExecutionConfig disableObjectReuse() {
        configuration.set(PipelineOptions.OBJECT_REUSE, false);
        return this;
    }

    /** Whether objects are passed on between chained operators without a copy. */
    public boolean isObjectReuseEnabled() {
        return configuration.get(PipelineOptions.OBJECT_REUSE);
    }

    /** The parameters for all functions of the program; none if not set. */
    public GlobalJobParameters getGlobalJobParameters() {
        if (globalJobParameters != null) {
            return globalJobParameters;
        }
        return configuration
                .getOptional(PipelineOptions.GLOBAL_JOB_PARAMETERS)
                .<GlobalJobParameters>map(MapBasedJobParameters::new)
                .orElseGet(GlobalJobParameters::new);
    }

    /** The parameters for all functions of the program. */
    public void setGlobalJobParameters(GlobalJobParameters globalJobParameters) {
        checkNotNull(globalJobParameters, "The parameters are null.");
        this.globalJobParameters = globalJobParameters;
        configuration.set(PipelineOptions.GLOBAL_JOB_PARAMETERS, globalJobParameters.toMap());
    }

    /**
     * Kryo serializes a class and its subclasses with the serializer.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public <T extends Serializer<?> & Serializable> void addDefaultKryoSerializer(
            Class<?> type, T serializer) {
        serializerConfig.addDefaultKryoSerializer(type, serializer);
    }

    /**
     * Kryo serializes a class and its subclasses with a serializer of the class given.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void addDefaultKryoSerializer(
            Class<?> type, Class<? extends Serializer<?>> serializerClass) {
        serializerConfig.addDefaultKryoSerializer(type, serializerClass);
    }

    /**
     * Kryo serializes the very class with the serializer.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public <T extends Serializer<?> & Serializable> void registerTypeWithKryoSerializer(
            Class<?> type, T serializer) {
        serializerConfig.registerTypeWithKryoSerializer(type, serializer);
    }

    /**
     * Kryo serializes the very class with a serializer of the class given.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    // The raw type is that of the signature we mirror.
    @SuppressWarnings("rawtypes")
    @Deprecated
    public void registerTypeWithKryoSerializer(
            Class<?> type, Class<? extends Serializer> serializerClass) {
        serializerConfig.registerTypeWithKryoSerializer(type, serializerClass);
    }

    /**
     * Registers a subclass of a POJO, so that it is written by number.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void registerPojoType(Class<?> type) {
        serializerConfig.registerPojoType(type);
    }

    /**
     * Registers a class with Kryo, so that it is written by number.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public void registerKryoType(Class<?> type) {
        serializerConfig.registerKryoType(type);
    }

    /**
     * The serializers for very classes.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashMap<Class<?>, SerializableSerializer<?>>
            getRegisteredTypesWithKryoSerializers() {
        return serializerConfig.getRegisteredTypesWithKryoSerializers();
    }

    /**
     * The classes of serializers for very classes.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashMap<Class<?>, Class<? extends Serializer<?>>>
            getRegisteredTypesWithKryoSerializerClasses() {
        return serializerConfig.getRegisteredTypesWithKryoSerializerClasses();
    }

    /**
     * The serializers for classes and their subclasses.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashMap<Class<?>, SerializableSerializer<?>> getDefaultKryoSerializers() {
        return serializerConfig.getDefaultKryoSerializers();
    }

    /**
     * The classes of serializers for classes and their subclasses.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashMap<Class<?>, Class<? extends Serializer<?>>>
            getDefaultKryoSerializerClasses() {
        return serializerConfig.getDefaultKryoSerializerClasses();
    }

    /**
     * The classes registered with Kryo.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashSet<Class<?>> getRegisteredKryoTypes() {
        return serializerConfig.getRegisteredKryoTypes();
    }

    /**
     * The subclasses of POJOs registered.
     *
     * @deprecated use {@link #getSerializerConfig}
     */
    @Deprecated
    public LinkedHashSet<Class<?>> getRegisteredPojoTypes() {
        return serializerConfig.getRegisteredPojoTypes();
    }

    /** Whether state is compressed when it is written. */
    public boolean isUseSnapshotCompression() {
        return configuration.get(ExecutionOptions.SNAPSHOT_COMPRESSION);
    }

    /** Whether state is compressed when it is written. */
    public void setUseSnapshotCompression(boolean useSnapshotCompression) {
        configuration.set(ExecutionOptions.SNAPSHOT_COMPRESSION, useSnapshotCompression);
    }

    // ------------------------------------------------------------------ as a whole

    /**
     * Takes over those settings of the argument that are set in it; others stay as they are.
     *
     * @throws IllegalArgumentException when a value is malformed or out of range
     */
    // Programs of old choose by an object; it is deprecated, not gone.
    @SuppressWarnings("deprecation")
    public void configure(ReadableConfig configuration, ClassLoader classLoader) {
        if (configuration.getOptional(PipelineOptions.AUTO_GENERATE_UIDS).isPresent()) {
            this.configuration.set(
                    PipelineOptions.AUTO_GENERATE_UIDS,
                    configuration.get(PipelineOptions.AUTO_GENERATE_UIDS));
        }
        if (configuration.getOptional(PipelineOptions.AUTO_WATERMARK_INTERVAL).isPresent()) {
            setAutoWatermarkInterval(
                    configuration.get(PipelineOptions.AUTO_WATERMARK_INTERVAL).toMillis());
        }
        if (configuration.getOptional(PipelineOptions.CLOSURE_CLEANER_LEVEL).isPresent()) {
            setClosureCleanerLevel(configuration.get(PipelineOptions.CLOSURE_CLEANER_LEVEL));
        }
        configuration
                .getOptional(PipelineOptions.GLOBAL_JOB_PARAMETERS)
                .<GlobalJobParameters>map(MapBasedJobParameters::new)
                .ifPresent(this::setGlobalJobParameters);
        int maxParallelism = configuration.get(PipelineOptions.MAX_PARALLELISM);
        if (maxParallelism != -1) { // how the option says that nothing is set
            setMaxParallelism(maxParallelism);
        }
        if (configuration.getOptional(CoreOptions.DEFAULT_PARALLELISM).isPresent()) {
            setConfiguredParallelism(configuration.get(CoreOptions.DEFAULT_PARALLELISM));
        }
        if (configuration.getOptional(PipelineOptions.OBJECT_REUSE).isPresent()) {
            this.configuration.set(
                    PipelineOptions.OBJECT_REUSE, configuration.get(PipelineOptions.OBJECT_REUSE));
        }
        if (configuration.getOptional(CancellationKeys.INTERVAL).isPresent()) {
            setTaskCancellationInterval(configuration.get(CancellationKeys.INTERVAL).toMillis());
        }
        if (configuration.getOptional(CancellationKeys.TIMEOUT).isPresent()) {
            setTaskCancellationTimeout(configuration.get(CancellationKeys.TIMEOUT).toMillis());
        }
        if (configuration.getOptional(ExecutionOptions.SNAPSHOT_COMPRESSION).isPresent()) {
            setUseSnapshotCompression(configuration.get(ExecutionOptions.SNAPSHOT_COMPRESSION));
        }
        RestartStrategies.fromConfiguration(configuration).ifPresent(this::setRestartStrategy);
        serializerConfig.configure(configuration, classLoader);
    }

    /** {@link #PARALLELISM_UNKNOWN} has a meaning between calls, none in a file of settings. */
    private void setConfiguredParallelism(int parallelism) {
        SettingRange.require(
                parallelism >= 1 || parallelism == PARALLELISM_DEFAULT,
                CoreOptions.DEFAULT_PARALLELISM,
                "1 or more",
                parallelism);
        setParallelism(parallelism);
    }

    /** A copy of what is set, under its keys. */
    @Internal
    public Configuration toConfiguration() {
        return new Configuration(configuration);
    }

    @Override
    public boolean equals(Object obj) {
        return this == obj
                || (obj instanceof ExecutionConfig other
                        && other.canEqual(this)
                        && configuration.equals(other.configuration)
                        && restartStrategyConfiguration.equals(other.restartStrategyConfiguration)
                        && Objects.equals(globalJobParameters, other.globalJobParameters)
                        && serializerConfig.equals(other.serializerConfig));
    }

    @Override
    public int hashCode() {
        return Objects.hash(configuration, restartStrategyConfiguration, globalJobParameters);
    }

    @Override
    public String toString() {
        return "ExecutionConfig{configuration="
                + configuration
                + ", restartStrategy="
                + restartStrategyConfiguration
                + ", globalJobParameters="
                + globalJobParameters
                + '}';
    }

    /** Whether an object may be equal to one of this class. */
    public boolean canEqual(Object obj) {
        return obj instanceof ExecutionConfig;
    }

    /** Parameters for all functions of a program. */
    public static class GlobalJobParameters implements Serializable {

        private static final long serialVersionUID = 1L;

        /** The parameters as text, where there is such a form; none here. */
        public Map<String, String> toMap() {
            return Collections.emptyMap();
        }

        @Override
        public boolean equals(Object obj) {
            return obj != null && getClass() == obj.getClass();
        }

        @Override
        public int hashCode() {
            return getClass().hashCode();
        }
    }

    /** Parameters that are nothing but text. */
    private static final class MapBasedJobParameters extends GlobalJobParameters {

        private static final long serialVersionUID = 1L;

        // By its class: a Map need not be serializable.
        private final HashMap<String, String> properties;

        MapBasedJobParameters(Map<String, String> properties) {
            this.properties = new HashMap<>(properties);
        }

        @Override
        public Map<String, String> toMap() {
            return Collections.unmodifiableMap(properties);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof MapBasedJobParameters other && properties.equals(other.properties);
        }

        @Override
        public int hashCode() {
            return properties.hashCode();
        }
    }

    /**
     * Carries a serializer of Kryo.
     *
     * @param <T> the serializer
     * @deprecated used inside only
     */
    @Deprecated
    public static class SerializableSerializer<T extends Serializer<?> & Serializable>
            implements Serializable {

        private static final long serialVersionUID = 4687893502781067189L;

        private final T serializer;

        /** Carries the serializer. */
        public SerializableSerializer(T serializer) {
            this.serializer = serializer;
        }

        /** The serializer. */
        public T getSerializer() {
            return serializer;
        }
    }
}
