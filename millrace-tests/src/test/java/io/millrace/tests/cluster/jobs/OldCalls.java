// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.datastream.CoGroupedStreams;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.JoinedStreams;
import io.millrace.streaming.api.environment.CheckpointConfig;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calls that Flink 2 has taken away, and what came of each, in the file {@code said}. For one JVM:
 * its jobs tell through static fields.
 */
public final class OldCalls {

    private static final List<String> SAID = new ArrayList<>();

    private OldCalls() {}

    public static void main(String[] args) throws Exception {
        File folder = new File(args[0]);
        checkpointing();
        failures();
        times();
        configurations();
        serializers();
        characteristics();
        contexts();
        pairs();
        keys();
        windows();
        lines(folder);
        Files.write(new File(folder, "said").toPath(), SAID);
    }

    private static StreamExecutionEnvironment env() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        return env;
    }

    private static void checkpointing() {
        say("interval", env().enableCheckpointing().getCheckpointInterval());
        StreamExecutionEnvironment env =
                env().enableCheckpointing(70, CheckpointingMode.AT_LEAST_ONCE, true);
        CheckpointConfig config = env.getCheckpointConfig();
        say("forced", config.getCheckpointInterval() + " " + config.getCheckpointingMode());
        config.enableExternalizedCheckpoints(ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);
        say("retained", config.getExternalizedCheckpointCleanup());
        config.setExternalizedCheckpointCleanup(
                ExternalizedCheckpointCleanup.DELETE_ON_CANCELLATION);
        say("deleted", config.getExternalizedCheckpointCleanup());
        config.setAlignmentTimeout(Duration.ofSeconds(7));
        say("aligned", config.getAlignmentTimeout());
    }

    private static void failures() {
        CheckpointConfig config = env().getCheckpointConfig();
        say("fails", config.isFailOnCheckpointingErrors());
        config.setFailOnCheckpointingErrors(false);
        say("fails not", config.getTolerableCheckpointFailureNumber());
        config.setFailOnCheckpointingErrors(true);
        say("fails still not", config.getTolerableCheckpointFailureNumber());
        config = env().getCheckpointConfig();
        config.setTolerableCheckpointFailureNumber(3);
        config.setFailOnCheckpointingErrors(true);
        say("tolerates", config.getTolerableCheckpointFailureNumber());
    }

    private static void times() {
        say("time", Time.of(90, TimeUnit.SECONDS).toMilliseconds());
        say("small time", Time.of(1_999_999, TimeUnit.NANOSECONDS).toMilliseconds());
        say("long time", Time.seconds(Long.MAX_VALUE).toMilliseconds());
        say("longer time", Time.days(Long.MAX_VALUE).toMilliseconds());
        say("long ago", Time.hours(Long.MIN_VALUE).toMilliseconds());
        say("minutes", Time.minutes(2).toDuration());
        say("of", Time.of(Duration.ofNanos(5_500_000)).toDuration());
        say("other", io.millrace.api.common.time.Time.milliseconds(4_200).toSeconds());
        say(
                "same",
                io.millrace.api.common.time.Time.seconds(1)
                        .equals(io.millrace.api.common.time.Time.milliseconds(1_000)));
    }

    private static void configurations() {
        Configuration settings = new Configuration();
        settings.setBoolean("a", true);
        settings.setInteger("b", 2);
        settings.setLong("c", 3);
        settings.setFloat("d", 4.5f);
        settings.setDouble("e", 5.5);
        settings.setString(ConfigOptions.key("f").stringType().noDefaultValue(), "six");
        say("set", new java.util.TreeMap<>(settings.toMap()));
        say(
                "got",
                List.of(
                        settings.getBoolean("a", false),
                        settings.getInteger("b", 0),
                        settings.getLong("c", 0),
                        settings.getFloat("d", 0),
                        settings.getDouble("e", 0),
                        settings.getString(ConfigOptions.key("f").stringType().noDefaultValue()),
                        settings.getInteger("g", 7)));
    }

    private static void serializers() {
        StreamExecutionEnvironment env = env();
        env.getConfig().disableGenericTypes();
        env.getConfig().enableForceKryo();
        say("generic", env.getConfig().hasGenericTypesDisabled());
        say("forced", env.getConfig().isForceKryoEnabled());
        env.getConfig().enableGenericTypes();
        env.getConfig().disableForceKryo();
        say("generic", env.getConfig().hasGenericTypesDisabled());
        say("forced", env.getConfig().isForceKryoEnabled());
        env.registerType(OldStyle.Reading.class);
        env.registerType(StringBuilder.class);
        say("POJOs", env.getConfig().getSerializerConfig().getRegisteredPojoTypes());
        say(
                "for Kryo",
                env.getConfig()
                        .getSerializerConfig()
                        .getRegisteredKryoTypes()
                        .contains(StringBuilder.class));
        say(
                "its serializer",
                Types.TUPLE(Types.STRING, Types.LONG)
                        .createSerializer(env.getConfig())
                        .getLength());
    }

    private static void characteristics() {
        StreamExecutionEnvironment env = env();
        say("time by default", env.getStreamTimeCharacteristic());
        env.setStreamTimeCharacteristic(TimeCharacteristic.ProcessingTime);
        say("time", env.getStreamTimeCharacteristic());
        say("watermarks", env.getConfig().getAutoWatermarkInterval());
        env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
        say("watermarks then", env.getConfig().getAutoWatermarkInterval());
    }

    private static void contexts() throws Exception {
        say("context", env().fromSequence(1, 1).map(new Place()).executeAndCollect(1));
        StreamExecutionEnvironment env = env();
        env.getConfig().enableObjectReuse();
        env.getConfig().setAutoWatermarkInterval(77);
        env.getConfig().setGlobalJobParameters(ParameterTool.fromMap(Map.of("city", "Ulm")));
        say("its settings", env.fromSequence(1, 1).map(new Settings()).executeAndCollect(1));
    }

    private static void pairs() throws Exception {
        JoinFunction<Long, Long, Long> plus = (a, b) -> a + b;
        FlatJoinFunction<Long, Long, Long> flat = (a, b, out) -> out.collect(a * b);
        CoGroupFunction<Long, Long, Long> sizes = new Sizes();
        say("join.with", joined().with(plus, Types.LONG).executeAndCollect(9));
        say("join.apply", joined().apply(plus, Types.LONG).executeAndCollect(9));
        say("join.with flat", joined().with(flat, Types.LONG).executeAndCollect(9));
        say("join.apply flat", joined().apply(flat, Types.LONG).executeAndCollect(9));
        say("coGroup.with", grouped().with(sizes).executeAndCollect(9));
        say("coGroup.with type", grouped().with(sizes, Types.LONG).executeAndCollect(9));
        say("coGroup.apply", grouped().apply(sizes).executeAndCollect(9));
    }

    private static DataStream<Long> numbers() {
        return env().fromSequence(2, 3)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, before) -> 0));
    }

    private static JoinedStreams.WithWindow<Long, Long, Long, TimeWindow> joined() {
        DataStream<Long> numbers = numbers();
        return numbers.join(numbers)
                .where(number -> number)
                .equalTo(number -> number)
                .window(TumblingEventTimeWindows.of(Time.seconds(1)));
    }

    private static CoGroupedStreams.WithWindow<Long, Long, Long, TimeWindow> grouped() {
        DataStream<Long> numbers = numbers();
        return numbers.coGroup(numbers)
                .where(number -> number)
                .equalTo(number -> number)
                .window(TumblingEventTimeWindows.of(Time.seconds(1)));
    }

    private static void keys() throws Exception {
        DataStream<Tuple2<String, Long>> pairs =
                env().fromSequence(1, 3)
                        .map(number -> Tuple2.of("n" + number % 2, number))
                        .returns(Types.TUPLE(Types.STRING, Types.LONG));
        say("by number", sorted(pairs.keyBy(0).sum(1).executeAndCollect(9)));
        say("by name", sorted(pairs.keyBy("f0").sum(1).executeAndCollect(9)));
        say(
                "dealt",
                sorted(
                        pairs.partitionCustom((Long key, int parts) -> 0, 1)
                                .map(pair -> pair.f0)
                                .executeAndCollect(9)));
    }

    private static void windows() throws Exception {
        say(
                "assigned",
                env().fromSequence(1, 4)
                        .windowAll(new Pairs())
                        .reduce(Long::sum)
                        .executeAndCollect(9));
        say(
                "in windows of time",
                numbers().timeWindowAll(Time.seconds(1)).reduce(Long::sum).executeAndCollect(9));
    }

    /** What was written is there before the next record comes. */
    private static void lines(File folder) throws Exception {
        File file = new File(folder, "lines");
        Watched.file = file;
        StreamExecutionEnvironment env = env();
        env.addSource(new Watched()).returns(Types.STRING).writeAsText(file.toURI().toString());
        env.execute("lines");
        say("seen while written", Watched.seen);
    }

    private static List<String> sorted(List<?> values) {
        return values.stream().map(Object::toString).sorted().toList();
    }

    private static void say(String what, Object value) {
        SAID.add(what + ": " + value);
    }

    private static final class Place extends RichMapFunction<Long, String> {
        @Override
        public void open(Configuration parameters) {
            // The older of both.
        }

        @Override
        public String map(Long number) {
            var context = getRuntimeContext();
            return (context.getJobId() != null)
                    + " "
                    + context.getIndexOfThisSubtask()
                    + " of "
                    + context.getNumberOfParallelSubtasks()
                    + " "
                    + context.getMaxNumberOfParallelSubtasks()
                    + " "
                    + context.getAttemptNumber()
                    + " "
                    + context.getTaskNameWithSubtasks().contains(context.getTaskName());
        }
    }

    private static final class Settings extends RichMapFunction<Long, String> {
        @Override
        public String map(Long number) {
            ExecutionConfig config = getRuntimeContext().getExecutionConfig();
            return config.getGlobalJobParameters().toMap()
                    + " "
                    + config.isObjectReuseEnabled()
                    + " "
                    + config.getAutoWatermarkInterval();
        }
    }

    private static final class Sizes implements CoGroupFunction<Long, Long, Long> {
        @Override
        public void coGroup(Iterable<Long> left, Iterable<Long> right, Collector<Long> out) {
            left.forEach(a -> right.forEach(b -> out.collect(a - b)));
        }
    }

    /** An assigner of one's own, by the method that takes an environment. */
    private static final class Pairs extends WindowAssigner<Object, GlobalWindow> {
        @Override
        public Collection<GlobalWindow> assignWindows(
                Object element, long time, WindowAssignerContext context) {
            return List.of(GlobalWindow.get());
        }

        @Override
        public Trigger<Object, GlobalWindow> getDefaultTrigger(StreamExecutionEnvironment env) {
            return CountTrigger.of(env == null ? 1 : 2);
        }

        @Override
        public TypeSerializer<GlobalWindow> getWindowSerializer(ExecutionConfig config) {
            return new GlobalWindow.Serializer();
        }

        @Override
        public boolean isEventTime() {
            return false;
        }
    }

    private static final class Watched implements SourceFunction<String> {
        private static volatile File file;
        private static volatile List<String> seen;

        @Override
        public void run(SourceContext<String> context) throws Exception {
            context.collect("first");
            seen = Files.readAllLines(file.toPath());
            context.collect("second");
        }

        @Override
        public void cancel() {
            // It ends by itself.
        }
    }
}
