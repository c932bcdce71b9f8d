// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.engine.offline.MaxParallelismChange;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Barriers that overtake records, in jobs with slow operators. */
class UnalignedTest {

    private static final int KEYS = 20;
    private static final long MILLISECOND = 1_000_000;

    @TempDir Path directory;

    // ---- C21

    @Test
    @DisplayName("C21: behind full channels a checkpoint is complete soon, and none expires")
    void c21BehindFullChannelsACheckpointIsCompleteSoonAndNoneExpires() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(4);
        env.enableCheckpointing(500);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig().setCheckpointTimeout(5000);
        Jobs.restarts(env, 1);
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.once();
        Collected<Tuple2<Long, Long>> sink = new Collected<>();
        Timed.TOOK_MS.clear();

        env.fromSource(NumberSource.numbers(1, 1000), WatermarkStrategy.noWatermarks(), "at once")
                .setParallelism(1)
                .map(new Timed())
                .setParallelism(1)
                .keyBy(number -> number % KEYS)
                .map(new Counted(20 * MILLISECOND, log, fault))
                .map(log.<Tuple2<Long, Long>>probe())
                .addSink(sink);
        Jobs.run(env, "C21");

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.aborted()).isEmpty();
        assertThat(Timed.TOOK_MS.get(Collections.min(Timed.TOOK_MS.keySet()))).isLessThan(2000);
        assertThat(lastCounts(sink.values()).values().stream().mapToLong(n -> n).sum())
                .isEqualTo(1000);
    }

    private static Map<Long, Long> lastCounts(List<Tuple2<Long, Long>> counts) {
        Map<Long, Long> last = new TreeMap<>();
        counts.forEach(count -> last.merge(count.f0, count.f1, Math::max));
        return last;
    }

    /** Counts per key, slowly; the fault strikes when a checkpoint was complete. */
    private static final class Counted extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private final long nanos;
        private final CheckpointLog log;
        private final Fault fault;
        private transient ValueState<Long> count;

        Counted(long nanos, CheckpointLog log, Fault fault) {
            this.nanos = nanos;
            this.log = log;
            this.fault = fault;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            LockSupport.parkNanos(nanos);
            // Not before it was timed: that is told to another task.
            if (log != null && !log.completed().isEmpty() && !Timed.TOOK_MS.isEmpty()) {
                fault.strike("at " + value);
            }
            long now = count.value() == null ? 1 : count.value() + 1;
            count.update(now);
            return Tuple2.of(value % KEYS, now);
        }
    }

    /** Writes down how long checkpoints took, from their trigger to the news of their end. */
    private static final class Timed
            implements MapFunction<Long, Long>, CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;
        static final Map<Long, Long> TOOK_MS = new ConcurrentHashMap<>();
        private final Map<Long, Long> triggered = new ConcurrentHashMap<>();

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            triggered.put(context.getCheckpointId(), context.getCheckpointTimestamp());
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            TOOK_MS.put(checkpointId, System.currentTimeMillis() - triggered.get(checkpointId));
        }
    }

    // ---- restoring

    private Kept stateIs = Kept.ON_THE_HEAP;
    private int maxParallelism = 16;

    private Configuration files(String from) {
        return stateIs.in(
                from == null ? Jobs.checkpointsIn(directory) : Jobs.checkpointsIn(directory, from));
    }

    private RunningJob counting(
            Configuration configuration,
            int senders,
            int receivers,
            long nanos,
            CheckpointLog log,
            Collected<Tuple2<Long, Long>> sink)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(50);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.fromSource(
                        NumberSource.numbers(1, 2000).inSplits(4),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .setParallelism(senders)
                .rebalance()
                .map(number -> number)
                .uid("between")
                .setParallelism(receivers)
                .keyBy(number -> number % KEYS)
                .map(new Counted(nanos, null, null))
                .uid("counted")
                .setParallelism(receivers)
                .setMaxParallelism(maxParallelism)
                .map(log.<Tuple2<Long, Long>>probe())
                .setParallelism(receivers)
                .addSink(sink)
                .uid("sink");
        return Jobs.start(env, "counting");
    }

    /** Leaves a checkpoint behind in which something was on its way. */
    private void leaveSomethingOnItsWay() throws Exception {
        CheckpointLog log = new CheckpointLog();
        RunningJob job = counting(files(null), 2, 3, 3 * MILLISECOND, log, new Collected<>());
        log.awaitCompleted(6);
        job.suspend();
        assertThat(filesNamed("in-flight")).isNotEmpty();
    }

    private List<Path> filesNamed(String part) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().contains(part)).toList();
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName("CK-85: what was on its way is dealt anew at another parallelism, at one as well")
    void ck85WhatWasOnItsWayIsDealtAnewAtAnotherParallelism(Kept kept) throws Exception {
        stateIs = kept;
        leaveSomethingOnItsWay();
        CheckpointLog log = new CheckpointLog();
        RunningJob wider = counting(files("latest"), 3, 4, 3 * MILLISECOND, log, new Collected<>());
        log.awaitCompleted(6);
        wider.suspend();

        Collected<Tuple2<Long, Long>> sink = new Collected<>();
        counting(files("latest"), 1, 1, 0, new CheckpointLog(), sink).awaitFinished();
        Map<Long, Long> counts = lastCounts(sink.values());
        assertThat(counts).hasSize(KEYS);
        assertThat(counts.values()).allMatch(count -> count == 2000 / KEYS);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP_IN_LAYERS", "IN_ROCKSDB_BY_FILES"})
    @DisplayName(
            "CK-89: rescaled, nothing of it is lost on either backend, nor what was on its way")
    void ck89RescaledNothingOfItIsLostNorWhatWasOnItsWay(Kept kept) throws Exception {
        stateIs = kept;
        leaveSomethingOnItsWay();
        String rescaled = directory.resolve("rescaled").toString();
        MaxParallelismChange.write(
                CheckpointFolder.at(directory).newest().toString(),
                rescaled,
                40,
                null,
                (operator, entries) -> {});

        maxParallelism = 40;
        for (Kept in : List.of(kept, kept.elsewhere())) {
            stateIs = in;
            for (int receivers : new int[] {3, 2}) {
                Collected<Tuple2<Long, Long>> sink = new Collected<>();
                counting(files(rescaled), 2, receivers, 0, new CheckpointLog(), sink)
                        .awaitFinished();
                Map<Long, Long> counts = lastCounts(sink.values());
                assertThat(counts).as("in %s, by %s", in, receivers).hasSize(KEYS);
                assertThat(counts.values()).allMatch(count -> count == 2000 / KEYS);
            }
        }
    }

    @Test
    @DisplayName("CK-56: records on their way are left out of the checkpoint of which that is said")
    void ck56RecordsOnTheirWayAreLeftOutOfTheCheckpointOfWhichThatIsSaid() throws Exception {
        leaveSomethingOnItsWay();
        Path newest =
                filesNamed("chk-").stream()
                        .max(
                                (a, b) ->
                                        Integer.compare(
                                                a.toString().length(), b.toString().length()))
                        .orElseThrow();
        Configuration configuration = files(newest.toString());
        configuration.setString(
                "execution.checkpointing.recover-without-channel-state.checkpoint-id",
                newest.getFileName().toString().substring("chk-".length()));
        Collected<Tuple2<Long, Long>> sink = new Collected<>();
        counting(configuration, 2, 3, 0, new CheckpointLog(), sink).awaitFinished();

        assertThat(lastCounts(sink.values()).values().stream().mapToLong(n -> n).sum())
                .isLessThan(2000);
    }

    @Test
    @DisplayName("CK-85: a graph in which the connection is missing is refused, with what to do")
    void ck85AGraphInWhichTheConnectionIsMissingIsRefused() throws Exception {
        leaveSomethingOnItsWay();
        Configuration configuration = files("latest");
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(50);
        env.fromSource(
                        NumberSource.numbers(1, 2000).inSplits(4),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .rebalance()
                .map(number -> number)
                .uid("between")
                .setParallelism(3)
                .rebalance()
                .map(number -> number)
                .uid("new")
                .setParallelism(2)
                .keyBy(number -> number % KEYS)
                .map(new Counted(0, null, null))
                .uid("counted")
                .setParallelism(3)
                .setMaxParallelism(16)
                .addSink(new Collected<>())
                .uid("sink");

        assertThat(String.join("\n", Throwables.messages(Jobs.runToFailure(env, "counting"))))
                .contains("over a connection that the program does not have")
                .contains("same graph of operators")
                .contains("recover-without-channel-state.checkpoint-id: ");
    }

    // ---- refusals

    private StreamExecutionEnvironment dealing(boolean forced, Collected<Long> sink) {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(1000);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig().setForceUnalignedCheckpoints(forced);
        env.fromSource(NumberSource.numbers(1, 10), WatermarkStrategy.noWatermarks(), "numbers")
                .partitionCustom((key, n) -> (int) (key % n), number -> number)
                .map(number -> number)
                .name("dealt")
                .addSink(sink);
        return env;
    }

    @Test
    @DisplayName("CK-13: a partitioner of the program's own is refused unless it is forced")
    void ck13APartitionerOfTheProgramsOwnIsRefusedUnlessItIsForced() throws Exception {
        Collected<Long> sink = new Collected<>();
        StreamExecutionEnvironment refused = dealing(false, sink);
        assertThatThrownBy(() -> refused.executeAsync("custom"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'dealt'")
                .hasMessageContaining("setForceUnalignedCheckpoints(true)")
                .hasMessageContaining("execution.checkpointing.unaligned.forced: true");
        Jobs.run(dealing(true, sink), "custom");
        assertThat(sink.values()).hasSize(10);
    }

    @SuppressWarnings("deprecation") // loops are
    private StreamExecutionEnvironment circling(boolean forced, Collected<Long> sink) {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(5, io.millrace.streaming.api.CheckpointingMode.EXACTLY_ONCE, true);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig().setForceUnalignedCheckpoints(forced);
        IterativeStream<Long> loop =
                env.fromSource(
                                NumberSource.numbers(1, 500),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .rebalance()
                        .iterate();
        DataStream<Long> halved = loop.map(n -> n / 2);
        loop.closeWith(halved.filter(n -> n > 0));
        halved.filter(n -> n == 0).addSink(sink);
        return env;
    }

    @Test
    @DisplayName("CK-13: a loop is refused unless it is forced")
    void ck13ALoopIsRefusedUnlessItIsForced() throws Exception {
        Collected<Long> sink = new Collected<>();
        StreamExecutionEnvironment refused = circling(false, sink);
        assertThatThrownBy(() -> refused.executeAsync("loop"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("loop")
                .hasMessageContaining("setForceUnalignedCheckpoints(true)");
        Jobs.run(circling(true, sink), "loop");
        assertThat(sink.values()).hasSize(500);
    }

    @Test
    @DisplayName("CK-11: more than one checkpoint at a time is refused")
    void ck11MoreThanOneCheckpointAtATimeIsRefused() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(1000);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig().setAlignedCheckpointTimeout(Duration.ofMillis(5));
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(2);
        env.fromSource(NumberSource.numbers(1, 10), WatermarkStrategy.noWatermarks(), "numbers")
                .addSink(new Collected<>());

        assertThatThrownBy(() -> env.executeAsync("two"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("max-concurrent-checkpoints is 2")
                .hasMessageContaining("unaligned.enabled");
    }
}
