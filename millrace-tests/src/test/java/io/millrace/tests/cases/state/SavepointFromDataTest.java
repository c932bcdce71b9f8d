// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.state.api.OperatorIdentifier;
import io.millrace.state.api.OperatorTransformation;
import io.millrace.state.api.SavepointReader;
import io.millrace.state.api.SavepointWriter;
import io.millrace.state.api.WindowedStateTransformation;
import io.millrace.state.api.functions.BroadcastStateBootstrapFunction;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.state.api.functions.StateBootstrapFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.CloseableIterator;
import io.millrace.util.Collector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Savepoints that are built from data, and the jobs that begin from them. */
@Timeout(120)
class SavepointFromDataTest {

    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("count", Types.LONG);
    private static final ListStateDescriptor<Long> SEEN =
            new ListStateDescriptor<>("seen", Types.LONG);
    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.LONG);

    @TempDir Path folder;

    /** Counts by key, and sets a timer. */
    private static final class Counting extends KeyedStateBootstrapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(COUNT);
        }

        @Override
        public void processElement(Long value, Context ctx) throws Exception {
            assertThat(ctx.getCurrentKey()).isEqualTo(value % 3);
            count.update(count.value() == null ? 1 : count.value() + 1);
            ctx.timerService().registerEventTimeTimer(1000 + ctx.getCurrentKey());
        }
    }

    private static final class Listing extends StateBootstrapFunction<Long> {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> seen;

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            seen = context.getOperatorStateStore().getListState(SEEN);
        }

        @Override
        public void processElement(Long value, Context ctx) throws Exception {
            assertThat(ctx.currentProcessingTime()).isPositive();
            seen.add(value);
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}
    }

    private static final class Ruling extends BroadcastStateBootstrapFunction<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context ctx) throws Exception {
            BroadcastState<String, Long> rules = ctx.getBroadcastState(RULES);
            rules.put("r" + value, 42L);
        }
    }

    /** Tells count and timers of its key. */
    private static final class Telling extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(COUNT);
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<String> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(ctx.getCurrentKey() + " has " + count.value());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(ctx.getCurrentKey() + " at " + timestamp);
        }
    }

    /**
     * Tells what operator state it began with, once per subtask, at its first record or its end.
     */
    private static final class TellingLists extends RichMapFunction<String, String>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final List<String> found = new ArrayList<>();

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            context.getOperatorStateStore()
                    .getListState(SEEN)
                    .get()
                    .forEach(each -> found.add("seen " + each));
            context.getOperatorStateStore()
                    .getBroadcastState(RULES)
                    .entries()
                    .forEach(each -> found.add(each.getKey() + "=" + each.getValue()));
        }

        @Override
        public String map(String value) {
            return value + " " + found;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}
    }

    private static StreamExecutionEnvironment environment(int parallelism, String from) {
        return environment(parallelism, from, "hashmap");
    }

    private static StreamExecutionEnvironment environment(
            int parallelism, String from, String backend) {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        if (from != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, from);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setParallelism(parallelism);
        return env;
    }

    private static OperatorIdentifier uid(String uid) {
        return OperatorIdentifier.forUid(uid);
    }

    private String counts(String name, int maxParallelism) {
        return counts(name, maxParallelism, "hashmap");
    }

    private String counts(String name, int maxParallelism, String backend) {
        StreamExecutionEnvironment env = environment(2, null, backend);
        String path = folder.resolve(name).toString();
        SavepointWriter.newSavepoint(env, maxParallelism)
                .withOperator(
                        uid("count"),
                        OperatorTransformation.bootstrapWith(env.fromSequence(0, 29))
                                .keyBy(value -> value % 3, Types.LONG)
                                .transform(new Counting()))
                .write(path);
        return path;
    }

    private static List<String> told(String from, int parallelism, String uid) throws Exception {
        return told(from, parallelism, uid, "hashmap");
    }

    private static List<String> told(String from, int parallelism, String uid, String backend)
            throws Exception {
        List<String> told = new ArrayList<>();
        try (CloseableIterator<String> all =
                environment(parallelism, from, backend)
                        .fromSequence(0, 2)
                        .uid("numbers")
                        .keyBy(value -> value % 3, Types.LONG)
                        .process(new Telling())
                        .uid(uid)
                        .executeAndCollect()) {
            all.forEachRemaining(told::add);
        }
        return told;
    }

    @ParameterizedTest
    @CsvSource({"hashmap, hashmap", "hashmap, rocksdb", "rocksdb, hashmap", "rocksdb, rocksdb"})
    @DisplayName(
            "S21: keyed state and timers made on any backend are a job's on any, at any"
                    + " parallelism")
    void keyedState(String building, String running) throws Exception {
        String path = counts("new", 64, building);
        for (int parallelism : new int[] {1, 3}) {
            assertThat(told(path, parallelism, "count", running))
                    .containsExactlyInAnyOrder(
                            "0 has 11",
                            "1 has 11",
                            "2 has 11",
                            "0 at 1000",
                            "1 at 1001",
                            "2 at 1002");
        }
    }

    @Test
    @DisplayName(
            "Operator state made from collections is dealt out, broadcast state is everybody's"
                    + " (S19, S23)")
    void operatorState() throws Exception {
        StreamExecutionEnvironment env = environment(1, null);
        String lists = folder.resolve("lists").toString();
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(
                        uid("lists"),
                        OperatorTransformation.bootstrapWith(env.fromData(1L, 2L, 3L))
                                .transform(new Listing()))
                .write(lists);
        String rules = folder.resolve("rules").toString();
        SavepointWriter.newSavepoint(env, 128)
                .withOperator(
                        uid("lists"),
                        OperatorTransformation.bootstrapWith(env.fromData(1L))
                                .transform(new Ruling()))
                .write(rules);
        assertThat(tellingLists(lists)).containsExactly("0 [seen 1, seen 2, seen 3]");
        assertThat(tellingLists(rules)).containsExactly("0 [r1=42]");
    }

    private static List<String> tellingLists(String from) throws Exception {
        List<String> told = new ArrayList<>();
        try (CloseableIterator<String> all =
                environment(1, from)
                        .fromData("0")
                        .uid("source")
                        .map(new TellingLists())
                        .uid("lists")
                        .executeAndCollect()) {
            all.forEachRemaining(told::add);
        }
        return told;
    }

    private static final class Total implements AggregateFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public String getResult(Long accumulator) {
            return "total " + accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** Each record at its own time; a watermark only at the end. */
    private static DataStream<Long> timed(DataStream<Long> numbers) {
        return numbers.assignTimestampsAndWatermarks(
                WatermarkStrategy.<Long>noWatermarks()
                        .withTimestampAssigner((value, before) -> value));
    }

    private static WindowedStateTransformation<Long, Long, TimeWindow> windowed(
            StreamExecutionEnvironment env, WindowAssigner<Object, TimeWindow> assigner) {
        return OperatorTransformation.bootstrapWith(timed(env.fromSequence(0, 19)))
                .keyBy(value -> value % 2, Types.LONG)
                .window(assigner);
    }

    @ParameterizedTest
    @CsvSource({"hashmap, hashmap", "hashmap, rocksdb", "rocksdb, hashmap", "rocksdb, rocksdb"})
    @DisplayName("S15, S21: windows made from data end in the job, with what came there")
    void windows(String building, String running) throws Exception {
        String path = folder.resolve("windows").toString();
        StreamExecutionEnvironment env = environment(1, null, building);
        WindowAssigner<Object, TimeWindow> tens =
                TumblingEventTimeWindows.of(Duration.ofMillis(10));
        WindowAssigner<Object, TimeWindow> sessions =
                EventTimeSessionWindows.withGap(Duration.ofMillis(5));
        SavepointWriter.newSavepoint(env, 16)
                .withOperator(uid("reduced"), windowed(env, tens).reduce(Long::sum))
                .withOperator(uid("aggregated"), windowed(env, tens).aggregate(new Total()))
                .withOperator(
                        uid("evicted"),
                        windowed(env, tens).evictor(CountEvictor.of(2)).reduce(Long::sum))
                .withOperator(uid("sessions"), windowed(env, sessions).reduce(Long::sum))
                .withOperator(
                        uid("counted"),
                        windowed(env, tens).trigger(CountTrigger.of(6)).reduce(Long::sum))
                .write(path);
        StreamExecutionEnvironment job = environment(2, path, running);
        KeyedStream<Long, Long> more =
                timed(job.fromData(0L, 11L, 21L).uid("source"))
                        .keyBy(value -> value % 2, Types.LONG);
        List<String> told = new ArrayList<>();
        try (CloseableIterator<String> all =
                more.window(tens)
                        .reduce(Long::sum)
                        .uid("reduced")
                        .map(sum -> "reduced " + sum)
                        .union(
                                more.window(tens).aggregate(new Total()).uid("aggregated"),
                                more.window(tens)
                                        .evictor(CountEvictor.of(2))
                                        .reduce(Long::sum)
                                        .uid("evicted")
                                        .map(sum -> "evicted " + sum),
                                more.window(sessions)
                                        .reduce(Long::sum)
                                        .uid("sessions")
                                        .map(sum -> "session " + sum),
                                more.window(tens)
                                        .trigger(CountTrigger.of(6))
                                        .reduce(Long::sum)
                                        .uid("counted")
                                        .map(sum -> "counted " + sum))
                        .executeAndCollect()) {
            all.forEachRemaining(told::add);
        }
        assertThat(told)
                .containsExactlyInAnyOrder(
                        // 0+2+4+6+8+0, 1+3+5+7+9, 10+...+18, 11+...+19+11, 21
                        "reduced 20",
                        "reduced 25",
                        "reduced 70",
                        "reduced 86",
                        "reduced 21",
                        "total 20",
                        "total 25",
                        "total 70",
                        "total 86",
                        "total 21",
                        "evicted 8",
                        "evicted 16",
                        "evicted 34",
                        "evicted 30",
                        "evicted 21",
                        "session 90",
                        "session 132",
                        // only what the sixth record of a window makes fire
                        "counted 20",
                        "counted 86");
    }

    @Test
    @DisplayName("Settings for writing win over the environment's: the backend, and compression")
    void settingsForWriting() throws Exception {
        StreamExecutionEnvironment env = environment(1, null);
        List<Long> sizes = new ArrayList<>();
        for (boolean compressed : new boolean[] {false, true}) {
            Path path = folder.resolve("compressed-" + compressed);
            SavepointWriter.newSavepoint(64)
                    .withConfiguration(StateBackendOptions.STATE_BACKEND, "rocksdb")
                    .withConfiguration(ExecutionOptions.SNAPSHOT_COMPRESSION, compressed)
                    .withOperator(
                            uid("lists"),
                            OperatorTransformation.bootstrapWith(env.fromSequence(1, 5000))
                                    .transform(new Listing()))
                    .withOperator(
                            uid("count"),
                            OperatorTransformation.bootstrapWith(env.fromSequence(0, 29))
                                    .keyBy(value -> value % 3, Types.LONG)
                                    .transform(new Counting()))
                    .write(path.toString());
            assertThat(
                            SavepointReader.read(env, path.toString())
                                    .readListState(uid("lists"), "seen", Types.LONG)
                                    .executeAndCollect(6000))
                    .hasSize(5000);
            try (var files = Files.walk(path)) {
                sizes.add(files.mapToLong(file -> file.toFile().length()).sum());
            }
        }
        assertThat(sizes.get(1)).isLessThan(sizes.get(0));
        assertThatThrownBy(
                        () ->
                                SavepointWriter.newSavepoint(64)
                                        .withConfiguration(
                                                StateBackendOptions.STATE_BACKEND, "paper")
                                        .withOperator(
                                                uid("count"),
                                                OperatorTransformation.bootstrapWith(
                                                                env.fromSequence(0, 29))
                                                        .keyBy(value -> value % 3, Types.LONG)
                                                        .transform(new Counting()))
                                        .write(folder.resolve("paper").toString()))
                .hasMessageContaining("'paper'");
        assertThat(folder.resolve("paper").resolve("_metadata")).doesNotExist();
    }

    @Test
    @DisplayName(
            "Operators of a savepoint are kept, renamed, replaced and removed; it stays as it is")
    void changesASavepoint() throws Exception {
        String old = counts("old", 64);
        StreamExecutionEnvironment env = environment(1, null);
        String renamed = folder.resolve("renamed").toString();
        SavepointWriter.fromExistingSavepoint(env, old)
                .changeOperatorIdentifier(uid("count"), uid("other"))
                .withOperator(
                        uid("count"),
                        OperatorTransformation.bootstrapWith(env.fromData(0L))
                                .keyBy(value -> value % 3, Types.LONG)
                                .transform(new Counting()))
                .write(renamed);
        String removed = folder.resolve("removed").toString();
        SavepointWriter.fromExistingSavepoint(env, renamed)
                .removeOperator(uid("count"))
                .write(removed);
        assertThat(told(removed, 2, "other")).contains("0 has 11", "1 has 11", "2 has 11");
        String replaced = folder.resolve("replaced").toString();
        SavepointWriter.fromExistingSavepoint(env, renamed)
                .removeOperator(uid("other"))
                .write(replaced);
        assertThat(told(replaced, 2, "count")).contains("0 has 2", "1 has 1", "2 has 1");
        assertThat(told(old, 1, "count")).contains("0 has 11");

        SavepointWriter writer = SavepointWriter.fromExistingSavepoint(env, old);
        assertThatThrownBy(() -> writer.removeOperator(uid("nobody")))
                .hasMessageContaining("no state of operator 'nobody'");
        assertThatThrownBy(() -> writer.changeOperatorIdentifier(uid("count"), uid("count")))
                .hasMessageContaining("already");
        assertThatThrownBy(() -> writer.write(old)).hasMessageContaining("something in it");
    }
}
