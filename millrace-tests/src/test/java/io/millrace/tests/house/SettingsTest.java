// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.JobListener;
import io.millrace.engine.EngineSettings;
import io.millrace.engine.SettingsTable;
import io.millrace.engine.SettingsTable.Standing;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.util.CloseableIterator;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/**
 * No setting is accepted and ignored. Every option there is, is set to something other than its
 * default; then either the job is refused with a message that names the key, or the key is listed
 * in docs/departures.md as without meaning and the job says so, or something can be seen to be
 * different.
 */
class SettingsTest {

    /** Where an option makes no difference by itself: what else to set, before and after. */
    private static final Map<String, Map<String, String>> BESIDE =
            Map.of(
                    "execution.checkpointing.interval-during-backlog",
                            Map.of("execution.checkpointing.interval", "5 ms"),
                    "execution.checkpointing.unaligned.enabled",
                            Map.of("execution.checkpointing.interval", "5 ms"),
                    "execution.checkpointing.aligned-checkpoint-timeout",
                            Map.of(
                                    "execution.checkpointing.interval",
                                    "5 ms",
                                    "execution.checkpointing.unaligned.enabled",
                                    "true"),
                    "restart-strategy.fixed-delay.", Map.of("restart-strategy.type", "fixed-delay"),
                    "restart-strategy.failure-rate.",
                            Map.of("restart-strategy.type", "failure-rate"),
                    "restart-strategy.exponential-delay.",
                            Map.of("restart-strategy.type", "exponential-delay"),
                    "execution.checkpointing.storage",
                            Map.of("execution.checkpointing.dir", "file:///checkpoints"),
                    "execution.checkpointing.data-inline-threshold",
                            Map.of("execution.checkpointing.dir", "file:///checkpoints"),
                    "execution.checkpointing.write-buffer-size",
                            Map.of("execution.checkpointing.dir", "file:///checkpoints"));

    /** Where not any value will do. */
    private static final Map<String, String> VALUES =
            Map.ofEntries(
                    Map.entry("state.backend.type", "jobmanager"),
                    Map.entry("execution.checkpointing.storage", "jobmanager"),
                    Map.entry("execution.checkpointing.dir", "file:///elsewhere"),
                    Map.entry("execution.checkpointing.data-inline-threshold", "1kb"),
                    Map.entry("execution.checkpointing.write-buffer-size", "1000000"),
                    Map.entry("restart-strategy.type", "fixed-delay"),
                    Map.entry("restart-strategy.exponential-delay.jitter-factor", "0.5"),
                    Map.entry("restart-strategy.exponential-delay.backoff-multiplier", "3.0"),
                    Map.entry(
                            "restart-strategy.exponential-delay.attempts-before-reset-backoff",
                            "5"),
                    Map.entry("pipeline.max-parallelism", "77"),
                    Map.entry("pipeline.registered-kryo-types", Seen.class.getName()),
                    Map.entry("pipeline.registered-pojo-types", Seen.class.getName()),
                    Map.entry(
                            "pipeline.default-kryo-serializers",
                            "class:"
                                    + Seen.class.getName()
                                    + ",serializer:com.esotericsoftware.kryo.serializers.JavaSerializer"),
                    Map.entry("pipeline.time-characteristic", "ProcessingTime"),
                    Map.entry("pipeline.cached-files", "name:words,path:file:///tmp/words"),
                    Map.entry("execution.job-listeners", Listening.class.getName()));

    /** What the engine is not told in its own settings, and where it can be seen instead. */
    private static final Map<String, Function<StreamExecutionEnvironment, Object>> SEEN =
            Map.ofEntries(
                    Map.entry(
                            "parallelism.default",
                            env -> pipeline(env).operators().get(0).parallelism()),
                    Map.entry("pipeline.name", env -> pipeline(env).jobName()),
                    Map.entry("pipeline.closure-cleaner-level", SettingsTest::cleaned),
                    Map.entry(
                            "pipeline.global-job-parameters",
                            env -> env.getConfig().getGlobalJobParameters().toMap()),
                    Map.entry("pipeline.force-kryo", env -> serializer(env, Pojo.class).getClass()),
                    Map.entry(
                            "pipeline.generic-types",
                            env -> {
                                try {
                                    return serializer(env, Seen.class).getClass();
                                } catch (UnsupportedOperationException e) {
                                    return "refused";
                                }
                            }),
                    Map.entry(
                            "pipeline.registered-kryo-types",
                            env -> env.getConfig().getSerializerConfig().getRegisteredKryoTypes()),
                    Map.entry(
                            "pipeline.registered-pojo-types",
                            env -> env.getConfig().getSerializerConfig().getRegisteredPojoTypes()),
                    Map.entry(
                            "pipeline.default-kryo-serializers",
                            env ->
                                    env.getConfig()
                                            .getSerializerConfig()
                                            .getDefaultKryoSerializerClasses()),
                    Map.entry(
                            "pipeline.auto-watermark-interval",
                            env -> env.getConfig().getAutoWatermarkInterval()),
                    Map.entry(
                            "pipeline.time-characteristic",
                            env -> env.getConfig().getAutoWatermarkInterval()),
                    Map.entry(
                            // SourceAlignmentTest shows what a source makes of it.
                            "pipeline.watermark-alignment.allow-unaligned-source-splits",
                            env ->
                                    pipeline(env)
                                            .configuration()
                                            .get(
                                                    io.millrace.configuration.PipelineOptions
                                                            .ALLOW_UNALIGNED_SOURCE_SPLITS)),
                    // IncrementalCheckpointsTest shows what checkpoints make of these two.
                    Map.entry(
                            "execution.checkpointing.incremental",
                            env ->
                                    pipeline(env)
                                            .configuration()
                                            .get(
                                                    io.millrace.configuration.CheckpointingOptions
                                                            .INCREMENTAL_CHECKPOINTS)),
                    Map.entry(
                            "millrace.checkpoints.incremental-from",
                            env ->
                                    pipeline(env)
                                            .configuration()
                                            .toMap()
                                            .get("millrace.checkpoints.incremental-from")),
                    // SteerCommandTest of the launcher shows what becomes of these two.
                    Map.entry(
                            "millrace.steering.enabled",
                            env ->
                                    pipeline(env)
                                            .configuration()
                                            .get(io.millrace.engine.EngineOptions.STEERING)),
                    Map.entry(
                            "millrace.steering.dir",
                            env ->
                                    pipeline(env)
                                            .configuration()
                                            .toMap()
                                            .getOrDefault("millrace.steering.dir", "")),
                    Map.entry("execution.checkpointing.force", SettingsTest::aLoopIs),
                    Map.entry(
                            "execution.checkpointing.unaligned.forced",
                            SettingsTest::aPartitionerIs),
                    Map.entry("millrace.window.slices", SettingsTest::mergesOfSlidingWindows),
                    Map.entry("pipeline.cached-files", env -> env.getCachedFiles().size()),
                    Map.entry("execution.job-listeners", env -> env.getJobListeners().size()));

    /** Followed, but not whatever the value: some of it is refused. */
    private static final List<String> REFUSED_IN_PART = List.of("fs.default-scheme");

    /** The launcher's own; its tests show their effect. */
    private static final List<String> OF_THE_LAUNCHER = List.of("classloader.resolve-order");

    /** Only Kryo can serialize it. */
    public static final class Seen {
        private final int value;

        public Seen(int value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "seen " + value;
        }
    }

    /** Has a serializer of its own. */
    public static final class Pojo {
        public int value;
    }

    /** Hears nothing. */
    public static final class Listening implements JobListener {
        @Override
        public void onJobSubmitted(JobClient client, Throwable failure) {}

        @Override
        public void onJobExecuted(JobExecutionResult result, Throwable failure) {}
    }

    @Test
    void everySettingWorksIsRefusedOrIsListedAsWithoutMeaning() throws Exception {
        List<String> withoutMeaning = documentedWithoutMeaning();
        List<String> problems = new ArrayList<>();
        Map<String, ConfigOption<?>> options = options();
        options.forEach(
                (key, option) -> {
                    String problem = problem(key, option, withoutMeaning);
                    if (problem != null) {
                        problems.add(key + " = " + value(option) + ": " + problem);
                    }
                });

        assertThat(problems).isEmpty();
        assertThat(options).hasSizeGreaterThan(120).containsKeys("fs.default-scheme");
        assertThat(options.keySet()).containsAll(SEEN.keySet()).containsAll(VALUES.keySet());
    }

    @Test
    void theTableHoldsEverySettingThereIs() throws ReflectiveOperationException {
        assertThat(SettingsTable.options())
                .extracting(ConfigOption::key)
                .containsExactlyElementsOf(options().keySet());
    }

    @Test
    void theLauncherKnowsEverySettingThereIs() throws ReflectiveOperationException {
        Method option =
                Class.forName("io.millrace.cli.KnownKeys")
                        .getDeclaredMethod("option", String.class);
        option.setAccessible(true);
        List<String> unknown = new ArrayList<>();
        for (String key : options().keySet()) {
            if (option.invoke(null, key) == null) {
                unknown.add(key);
            }
        }

        assertThat(unknown).isEmpty();
    }

    private static String problem(String key, ConfigOption<?> option, List<String> withoutMeaning) {
        Configuration before = new Configuration();
        BESIDE.forEach(
                (beginning, beside) -> {
                    if (key.startsWith(beginning)) {
                        beside.forEach(before::setString);
                    }
                });
        Configuration after = new Configuration(before);
        after.setString(key, value(option));
        boolean meaningless = withoutMeaning.stream().anyMatch(entry -> covers(entry, key));
        Standing standing = SettingsTable.says(option).standing();
        if (OF_THE_LAUNCHER.contains(key)) {
            return meaningless ? "the launcher follows it, but it is listed" : null;
        }
        EngineSettings settings;
        StreamExecutionEnvironment environment;
        try {
            environment = environment(after);
            settings = EngineSettings.conclude(pipeline(environment));
        } catch (UnsupportedOperationException e) {
            return !e.getMessage().contains(key)
                    ? "refused without naming it: " + e.getMessage()
                    : withoutMeaning.contains(key)
                            ? "refused, but listed as without meaning"
                            : standing != Standing.REFUSED && !REFUSED_IN_PART.contains(key)
                                    ? "refused, but the table says " + standing
                                    : null;
        } catch (IllegalStateException e) {
            // Read, and followed: the program has operators without a uid.
            return key.equals("pipeline.auto-generate-uids") && e.getMessage().contains(key)
                    ? null
                    : e.toString();
        } catch (RuntimeException e) {
            return "the test should know a value that will do: " + e;
        }
        StreamExecutionEnvironment plain = environment(before);
        if (standing != (meaningless ? Standing.WITHOUT_MEANING : Standing.WORKS)) {
            return "the table says " + standing;
        }
        if (meaningless) {
            return settings.notices().stream().anyMatch(notice -> notice.text().contains(key))
                    ? null
                    : "listed as without meaning, but the job does not say so";
        }
        Function<StreamExecutionEnvironment, Object> seen = SEEN.get(key);
        boolean differs =
                seen != null
                        ? !seen.apply(environment).equals(seen.apply(plain))
                        : !settings.equals(EngineSettings.conclude(pipeline(plain)));
        return differs ? null : "accepted, and nothing is different";
    }

    private static boolean covers(String entry, String key) {
        return entry.endsWith("*")
                ? key.startsWith(entry.substring(0, entry.length() - 1))
                : key.equals(entry);
    }

    private static StreamExecutionEnvironment environment(Configuration configuration) {
        StreamExecutionEnvironment environment = new StreamExecutionEnvironment(configuration);
        environment
                .fromSource(
                        new NumberSequenceSource(1, 2), WatermarkStrategy.noWatermarks(), "numbers")
                .sinkTo(new DiscardingSink<>());
        return environment;
    }

    private static Pipeline pipeline(StreamExecutionEnvironment environment) {
        return Programs.pipeline(environment, null);
    }

    /** What becomes of a loop in a program that takes checkpoints. */
    private static Object aLoopIs(StreamExecutionEnvironment environment) {
        environment.enableCheckpointing(1000);
        IterativeStream<Long> loop =
                environment
                        .fromSource(
                                new NumberSequenceSource(1, 2),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .iterate();
        loop.closeWith(loop.filter(number -> false));
        try {
            EngineSettings.conclude(pipeline(environment));
            return "taken";
        } catch (UnsupportedOperationException e) {
            return "refused";
        }
    }

    /** What becomes of unaligned checkpoints with a partitioner of the program's own. */
    private static Object aPartitionerIs(StreamExecutionEnvironment environment) {
        environment.enableCheckpointing(1000);
        environment.getCheckpointConfig().enableUnalignedCheckpoints();
        environment
                .fromSource(
                        new NumberSequenceSource(1, 2), WatermarkStrategy.noWatermarks(), "numbers")
                .partitionCustom((key, n) -> 0, number -> number)
                .print();
        try {
            EngineSettings.conclude(pipeline(environment));
            return "taken";
        } catch (UnsupportedOperationException e) {
            return "refused";
        }
    }

    /** How often accumulators are merged for windows that overlap. */
    private static Object mergesOfSlidingWindows(StreamExecutionEnvironment environment) {
        try (CloseableIterator<Integer> merges =
                environment
                        .fromSource(
                                new NumberSequenceSource(1, 9),
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((number, none) -> number),
                                "numbers")
                        .keyBy(number -> "all")
                        .window(
                                SlidingEventTimeWindows.of(
                                        Duration.ofMillis(4), Duration.ofMillis(1)))
                        .aggregate(new Merges())
                        .executeAndCollect()) {
            int sum = 0;
            while (merges.hasNext()) {
                sum += merges.next();
            }
            return sum;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Counts only how often it is asked to merge. */
    public static final class Merges implements AggregateFunction<Long, Integer, Integer> {
        @Override
        public Integer createAccumulator() {
            return 0;
        }

        @Override
        public Integer add(Long value, Integer merges) {
            return merges;
        }

        @Override
        public Integer getResult(Integer merges) {
            return merges;
        }

        @Override
        public Integer merge(Integer first, Integer second) {
            return first + second + 1;
        }
    }

    /** What is left of the object around a function that does not use it. */
    private static Object cleaned(StreamExecutionEnvironment environment) {
        return new Object() {
            Object clean() {
                try {
                    environment.clean(
                            new MapFunction<Long, Long>() {
                                @Override
                                public Long map(Long value) {
                                    return value;
                                }
                            });
                    return "cut loose";
                } catch (InvalidProgramException e) {
                    return "can't be serialized";
                }
            }
        }.clean();
    }

    private static Object serializer(StreamExecutionEnvironment environment, Class<?> type) {
        ExecutionConfig config = environment.getConfig();
        return TypeInformation.of(type).createSerializer(config.getSerializerConfig());
    }

    /** Something other than the default. */
    private static String value(ConfigOption<?> option) {
        String given = VALUES.get(option.key());
        if (given != null) {
            return given;
        }
        Object usual = option.defaultValue();
        if (usual instanceof Boolean yes) {
            return String.valueOf(!yes);
        }
        if (usual instanceof Integer number) {
            return String.valueOf(number + 1);
        }
        if (usual instanceof Long number) {
            return String.valueOf(number + 1);
        }
        if (usual instanceof Float || usual instanceof Double) {
            return "0.25";
        }
        if (usual instanceof Duration duration) {
            return duration.plusMillis(7).toMillis() + " ms";
        }
        if (usual instanceof MemorySize size) {
            return size.getBytes() + 4096 + " bytes";
        }
        if (usual instanceof Enum<?> constant) {
            for (Object other : constant.getDeclaringClass().getEnumConstants()) {
                if (other != constant) {
                    return other.toString();
                }
            }
        }
        if (usual instanceof Map) {
            return "key:value";
        }
        return usual == null ? withoutDefault(option) : "other";
    }

    private static String withoutDefault(ConfigOption<?> option) {
        for (String candidate : List.of("true", "7", "7 ms", "7 kb", "key:value", "other:///")) {
            Configuration alone = new Configuration();
            alone.setString(option.key(), candidate);
            try {
                alone.getOptional(option);
                return candidate;
            } catch (RuntimeException e) {
                continue; // not of this type
            }
        }
        throw new IllegalStateException("No value for " + option.key() + " comes to mind");
    }

    private static List<String> documentedWithoutMeaning() throws IOException {
        String text = Files.readString(ClassFiles.projectRoot().resolve("docs/departures.md"));
        String list =
                text.substring(
                        text.indexOf("<!-- keys-without-meaning -->"),
                        text.indexOf("<!-- /keys-without-meaning -->"));
        List<String> keys = new ArrayList<>();
        Matcher code = Pattern.compile("`([a-z0-9.-]*[.*-][a-z0-9.*-]*)`").matcher(list);
        while (code.find()) {
            keys.add(code.group(1));
        }
        return keys;
    }

    /**
     * What a connector's package offers are options of one source or sink: its builder takes them,
     * and no job. Tests beside the connector show what becomes of them.
     */
    private static boolean isOfAConnector(String internalName) {
        return internalName.startsWith("io/millrace/connector/")
                || internalName.startsWith("io/millrace/streaming/connectors/");
    }

    /** Every option that a class of ours offers to a job. */
    private static Map<String, ConfigOption<?>> options() throws ReflectiveOperationException {
        Map<String, ConfigOption<?>> options = new TreeMap<>();
        String type = "L" + ConfigOption.class.getName().replace('.', '/') + ";";
        for (Map<String, byte[]> module : ClassFiles.ours().values()) {
            for (Map.Entry<String, byte[]> file : module.entrySet()) {
                if (isOfAConnector(file.getKey())) {
                    continue;
                }
                ClassNode node = FlinkClasses.parse(file.getValue());
                if ((node.access & Opcodes.ACC_PUBLIC) != 0
                        && node.fields.stream().anyMatch(field -> field.desc.equals(type))) {
                    for (Field field : Class.forName(file.getKey().replace('/', '.')).getFields()) {
                        if (Modifier.isStatic(field.getModifiers())
                                && field.getType() == ConfigOption.class) {
                            ConfigOption<?> option = (ConfigOption<?>) field.get(null);
                            options.putIfAbsent(option.key(), option);
                        }
                    }
                }
            }
        }
        return options;
    }
}
