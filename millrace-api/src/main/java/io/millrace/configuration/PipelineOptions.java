// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import static io.millrace.configuration.ConfigOptions.key;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig.ClosureCleanerLevel;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What concerns the program as a whole. Keys begin with {@code pipeline}. */
@PublicEvolving
public class PipelineOptions {

    /** The name of the job, if execute() gives none. */
    public static final ConfigOption<String> NAME =
            key("pipeline.name")
                    .stringType()
                    .noDefaultValue()
                    .withDescription("The name of the job, if execute() gives none.");

    /** The jars of the program. */
    public static final ConfigOption<List<String>> JARS =
            key("pipeline.jars")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("The jars of the program.");

    /** Further places to load classes of the program from. */
    public static final ConfigOption<List<String>> CLASSPATHS =
            key("pipeline.classpaths")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("Further places to load classes of the program from.");

    /**
     * Whether operators without a uid are given one by their place in the program. Off: they are
     * refused.
     */
    public static final ConfigOption<Boolean> AUTO_GENERATE_UIDS =
            key("pipeline.auto-generate-uids")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription(
                            "Whether operators without a uid are given one by their place in the "
                                    + "program. Off: they are refused.");

    /**
     * Whether types met in the program are registered with Kryo.
     *
     * @deprecated without effect on serialized state
     */
    @Deprecated
    public static final ConfigOption<Boolean> AUTO_TYPE_REGISTRATION =
            key("pipeline.auto-type-registration")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether types met in the program are registered with Kryo.");

    /** How often watermarks are asked for; 0 for never. */
    public static final ConfigOption<Duration> AUTO_WATERMARK_INTERVAL =
            key("pipeline.auto-watermark-interval")
                    .durationType()
                    .defaultValue(Duration.ofMillis(200))
                    .withDescription("How often watermarks are asked for; 0 for never.");

    /** How deep functions are freed of outer objects they don't use. */
    public static final ConfigOption<ClosureCleanerLevel> CLOSURE_CLEANER_LEVEL =
            key("pipeline.closure-cleaner-level")
                    .enumType(ClosureCleanerLevel.class)
                    .defaultValue(ClosureCleanerLevel.RECURSIVE)
                    .withDescription(
                            "How deep functions are freed of outer objects they don't use.");

    /** Whether POJOs are serialized with Avro. */
    public static final ConfigOption<Boolean> FORCE_AVRO =
            key("pipeline.force-avro")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether POJOs are serialized with Avro.");

    /** Whether POJOs are serialized with Kryo. */
    public static final ConfigOption<Boolean> FORCE_KRYO =
            key("pipeline.force-kryo")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether POJOs are serialized with Kryo.");

    /** Whether Kryo handles Avro types as Avro does. */
    public static final ConfigOption<Boolean> FORCE_KRYO_AVRO =
            key("pipeline.force-kryo-avro")
                    .booleanType()
                    .noDefaultValue()
                    .withDescription("Whether Kryo handles Avro types as Avro does.");

    /** Whether types that only Kryo can serialize are allowed. */
    public static final ConfigOption<Boolean> GENERIC_TYPES =
            key("pipeline.generic-types")
                    .booleanType()
                    .defaultValue(true)
                    .withDescription("Whether types that only Kryo can serialize are allowed.");

    /** Parameters for all functions of the program. */
    public static final ConfigOption<Map<String, String>> GLOBAL_JOB_PARAMETERS =
            key("pipeline.global-job-parameters")
                    .mapType()
                    .noDefaultValue()
                    .withDescription("Parameters for all functions of the program.");

    /** The parallelism of vertices by their id, in place of the program's. */
    public static final ConfigOption<Map<String, String>> PARALLELISM_OVERRIDES =
            key("pipeline.jobvertex-parallelism-overrides")
                    .mapType()
                    .defaultValue(Map.of())
                    .withDescription(
                            "The parallelism of vertices by their id, in place of the program's.");

    /**
     * The number of key groups of operators that set none, 1 to 32768; -1: derived from the
     * parallelism.
     */
    public static final ConfigOption<Integer> MAX_PARALLELISM =
            key("pipeline.max-parallelism")
                    .intType()
                    .defaultValue(-1)
                    .withDescription(
                            "The number of key groups of operators that set none, 1 to 32768; -1: "
                                    + "derived from the parallelism.");

    /** Whether objects are passed on between chained operators without a copy. */
    public static final ConfigOption<Boolean> OBJECT_REUSE =
            key("pipeline.object-reuse")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether objects are passed on between chained operators without a "
                                    + "copy.");

    /**
     * Serializers for Kryo, by class and subclasses: {@code class:A,serializer:B;...}.
     *
     * @deprecated use {@link #SERIALIZATION_CONFIG}
     */
    @Deprecated
    public static final ConfigOption<List<String>> KRYO_DEFAULT_SERIALIZERS =
            key("pipeline.default-kryo-serializers")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription(
                            "Serializers for Kryo, by class and subclasses: "
                                    + "class:A,serializer:B;....");

    /**
     * Types to register with Kryo.
     *
     * @deprecated use {@link #SERIALIZATION_CONFIG}
     */
    @Deprecated
    public static final ConfigOption<List<String>> KRYO_REGISTERED_CLASSES =
            key("pipeline.registered-kryo-types")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("Types to register with Kryo.");

    /**
     * Types to register as POJOs.
     *
     * @deprecated use {@link #SERIALIZATION_CONFIG}
     */
    @Deprecated
    public static final ConfigOption<List<String>> POJO_REGISTERED_CLASSES =
            key("pipeline.registered-pojo-types")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("Types to register as POJOs.");

    /** How types are serialized: {@code [org.example.A: {type: pojo}, ...]}. */
    public static final ConfigOption<List<String>> SERIALIZATION_CONFIG =
            key("pipeline.serialization-config")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription(
                            "How types are serialized: [org.example.A: {type: pojo, ...]}.");

    /** Whether operators are joined by method calls where they can be. */
    public static final ConfigOption<Boolean> OPERATOR_CHAINING =
            key("pipeline.operator-chaining.enabled")
                    .booleanType()
                    .defaultValue(true)
                    .withDeprecatedKeys("pipeline.operator-chaining")
                    .withDescription(
                            "Whether operators are joined by method calls where they can be.");

    /** Whether operators with different numbers of key groups may be joined. */
    public static final ConfigOption<Boolean>
            OPERATOR_CHAINING_CHAIN_OPERATORS_WITH_DIFFERENT_MAX_PARALLELISM =
                    key("pipeline.operator-chaining.chain-operators-with-different-max-parallelism")
                            .booleanType()
                            .defaultValue(true)
                            .withDescription(
                                    "Whether operators with different numbers of key groups may be "
                                            + "joined.");

    /** Files handed to all tasks by name. */
    public static final ConfigOption<List<String>> CACHED_FILES =
            key("pipeline.cached-files")
                    .stringType()
                    .asList()
                    .noDefaultValue()
                    .withDescription("Files handed to all tasks by name.");

    /** How the operators of a vertex are listed in its description. */
    public static final ConfigOption<VertexDescriptionMode> VERTEX_DESCRIPTION_MODE =
            key("pipeline.vertex-description-mode")
                    .enumType(VertexDescriptionMode.class)
                    .defaultValue(VertexDescriptionMode.TREE)
                    .withDescription(
                            "How the operators of a vertex are listed in its description.");

    /** Whether names of vertices begin with their number. */
    public static final ConfigOption<Boolean> VERTEX_NAME_INCLUDE_INDEX_PREFIX =
            key("pipeline.vertex-name-include-index-prefix")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription("Whether names of vertices begin with their number.");

    /** Whether sources that can't hold up single splits may be aligned by watermarks. */
    public static final ConfigOption<Boolean> ALLOW_UNALIGNED_SOURCE_SPLITS =
            key("pipeline.watermark-alignment.allow-unaligned-source-splits")
                    .booleanType()
                    .defaultValue(false)
                    .withDescription(
                            "Whether sources that can't hold up single splits may be aligned by "
                                    + "watermarks.");

    /** How the operators of a vertex are listed. */
    public enum VertexDescriptionMode {
        /** As a tree, a line each. */
        TREE,
        /** In one line, each inside the one after it. */
        CASCADING
    }
}
