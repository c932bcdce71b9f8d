// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs whose keyed state is in RocksDB. */
@Timeout(180)
class RocksDbJobsTest {

    @TempDir Path folder;

    private Configuration onRocksDb(Configuration configuration) {
        configuration.setString("state.backend.type", "rocksdb");
        configuration.setString("execution.checkpointing.incremental", "true");
        configuration.setString(
                "state.backend.rocksdb.localdir", folder.resolve("local").toString());
        return configuration;
    }

    @DisplayName("C13: what a retained incremental checkpoint needs stays, whoever went on from it")
    @Test
    void aRetainedCheckpointIsLeftAlone() throws Exception {
        Path directory = folder.resolve("checkpoints");
        CountingJob first = new CountingJob(onRocksDb(Jobs.checkpointsIn(directory)));
        first.leaveCheckpoint();
        Path retained = CheckpointFolder.at(directory).newest();
        for (int run = 0; run < 2; run++) {
            CountingJob next =
                    new CountingJob(
                            onRocksDb(
                                    Jobs.checkpointsIn(
                                            folder.resolve("next"), retained.toString())));
            RunningJob running = next.start();
            next.gate.letReadUpTo(60);
            Await.until("thirty more were counted", () -> next.counts.size() == 30);
            next.log.awaitFurtherCompleted(5);
            running.cancel();
            assertThat(next.firstCounts()).containsEntry(1L, 11L).containsEntry(2L, 11L);
            assertThat(next.lastCounts()).containsEntry(0L, 20L);
        }
    }

    /** Keeps all it has seen, and tells how much that is by a timer for each ten of them. */
    private static final class Remembers
            extends KeyedProcessFunction<Long, Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private transient ListState<Long> seen;
        private transient MapState<Long, Long> squares;

        Remembers(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getListState(new ListStateDescriptor<>("seen", Types.LONG));
            squares =
                    getRuntimeContext()
                            .getMapState(
                                    new MapStateDescriptor<>("squares", Types.LONG, Types.LONG));
        }

        @Override
        public void processElement(Long value, Context context, Collector<Tuple2<Long, Long>> out)
                throws Exception {
            if (value == 700) {
                fault.strike("in the middle");
            }
            seen.add(value);
            squares.put(value, value * value);
            context.timerService().registerEventTimeTimer(10_000);
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Tuple2<Long, Long>> out)
                throws Exception {
            long sum = 0;
            for (Long value : seen.get()) {
                sum += squares.get(value);
            }
            long all = 0;
            for (Long square : squares.values()) {
                all += square;
            }
            assertThat(all).isEqualTo(sum);
            out.collect(Tuple2.of(context.getCurrentKey(), sum));
        }
    }

    @DisplayName("lists, maps, timers and windows are exactly once through a failure")
    @Test
    void exactlyOnceThroughAFailure() throws Exception {
        Fault fault = Fault.once();
        Collected<Tuple2<Long, Long>> sums = new Collected<>();
        Collected<Long> windows = new Collected<>();
        StreamExecutionEnvironment env =
                Jobs.environment(2, Jobs.checkpointsIn(folder.resolve("checkpoints")));
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
        backend.setDbStoragePath(folder.resolve("local").toString());
        env.setStateBackend(backend);
        env.enableCheckpointing(5);
        Jobs.restarts(env, 1);
        var numbers =
                env.fromSource(
                        NumberSource.numbers(1, 1000),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((value, before) -> value),
                        "numbers");
        numbers.keyBy(value -> value % 7).process(new Remembers(fault)).addSink(sums);
        numbers.keyBy(value -> value % 7)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(100)))
                .reduce(Long::sum)
                .addSink(windows);
        Jobs.run(env, "remembers");
        assertThat(fault.struck()).isEqualTo(1);
        Map<Long, Long> expected = new HashMap<>();
        long total = 0;
        for (long value = 1; value <= 1000; value++) {
            expected.merge(value % 7, value * value, Long::sum);
            total += value;
        }
        Map<Long, Long> last = new HashMap<>();
        sums.values().forEach(sum -> last.put(sum.f0, sum.f1));
        assertThat(last).isEqualTo(expected);
        assertThat(new java.util.HashSet<>(windows.values()).stream().mapToLong(v -> v).sum())
                .isEqualTo(total);
        List<Path> left = new ArrayList<>();
        try (var all = Files.list(folder.resolve("local/millrace-rocksdb"))) {
            all.filter(Files::isDirectory).forEach(left::add);
        }
        assertThat(left).as("working directories of a job that has ended").isEmpty();
    }
}
