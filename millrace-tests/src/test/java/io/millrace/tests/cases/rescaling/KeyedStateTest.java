// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.rescaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.LegacyNumbers;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keyed state, timers and maximum parallelism when the parallelism changes. */
@Timeout(180)
class KeyedStateTest {

    private static final Map<Long, Long> ELEVEN_EACH = Map.of(0L, 11L, 1L, 11L, 2L, 11L);
    private static final Map<Long, Long> TWENTY_EACH = Map.of(0L, 20L, 1L, 20L, 2L, 20L);

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    /** Settings of a job that goes on from the newest checkpoint. */
    private Configuration from(String way) {
        return way.equals("latest")
                ? Jobs.checkpointsIn(directory, "latest")
                : Jobs.checkpointsIn(
                        otherDirectory, CheckpointFolder.at(directory).newest().toString());
    }

    @ParameterizedTest(name = "{displayName}: {0}, {1}")
    @CsvSource({
        "latest, ON_THE_HEAP",
        "path, ON_THE_HEAP",
        "latest, ON_THE_HEAP_IN_LAYERS",
        "path, ON_THE_HEAP_IN_LAYERS",
        "latest, IN_ROCKSDB_BY_FILES",
        "path, IN_ROCKSDB_BY_FILES",
        "path, IN_ROCKSDB"
    })
    @DisplayName("S21, CK-91: a keyed count goes on when one subtask becomes three")
    void s21KeyedCountsGoOn(String way, Kept kept) throws Exception {
        new CountingJob(kept.in(Jobs.checkpointsIn(directory))).leaveCheckpoint();
        CountingJob job = new CountingJob(kept.in(from(way)));
        job.parallelism = 3;
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
        assertThat(job.lastCounts()).isEqualTo(TWENTY_EACH);
        assertThat(job.counts.size()).isEqualTo(30);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("CK-91: a job goes from parallelism 2 to 3, to 1 and to 4, and counts on")
    void ck91AJobIsRescaledAgainAndAgain(Kept kept) throws Exception {
        long read = 0;
        int[] parallelisms = {2, 3, 1, 4};
        for (int i = 0; i < parallelisms.length; i++) {
            CountingJob job =
                    new CountingJob(
                            kept.in(
                                    i == 0
                                            ? Jobs.checkpointsIn(directory)
                                            : Jobs.checkpointsIn(directory, "latest")));
            job.parallelism = parallelisms[i];
            RunningJob running = job.start();
            boolean last = i == parallelisms.length - 1;
            long more = last ? 60 - read : 15;
            read += more;
            if (last) {
                job.gate.open();
                running.awaitFinished();
            } else {
                job.gate.letReadUpTo(read);
                Await.until(more + " were counted", () -> job.counts.size() >= more);
                // Each subtask hears of each; the second began after the first had completed.
                job.log.awaitFurtherCompleted(3 * job.parallelism);
                running.suspend();
            }
            long each = read / 3;
            assertThat(job.counts.size()).isEqualTo((int) more);
            assertThat(job.lastCounts()).isEqualTo(Map.of(0L, each, 1L, each, 2L, each));
        }
    }

    // ---- maximum parallelism

    private void leaveWithMaximum(int maxParallelism) throws Exception {
        CountingJob first = new CountingJob(Jobs.checkpointsIn(directory));
        first.maxParallelism = maxParallelism;
        first.leaveCheckpoint();
    }

    private static IllegalStateException refusal(CountingJob job) {
        Throwable thrown = catchThrowable(job::start);
        assertThat(job.log.opened()).as("nothing was started").isZero();
        assertThat(Throwables.root(thrown)).isInstanceOf(IllegalStateException.class);
        return (IllegalStateException) Throwables.root(thrown);
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @ValueSource(strings = {"latest", "path"})
    @DisplayName("CK-89: a parallelism above the checkpoint's maximum is refused")
    void ck89AParallelismAboveTheMaximumIsRefused(String way) throws Exception {
        leaveWithMaximum(4);
        CountingJob job = new CountingJob(from(way));
        job.parallelism = 5;
        assertThat(refusal(job))
                .hasMessageContainingAll(
                        "uid '", "maximum parallelism 4", "parallelism 5", "setParallelism");
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @ValueSource(strings = {"latest", "path"})
    @DisplayName("CK-89: another maximum that is set is refused")
    void ck89AnotherMaximumThatIsSetIsRefused(String way) throws Exception {
        leaveWithMaximum(4);
        CountingJob job = new CountingJob(from(way));
        job.maxParallelism = 8;
        assertThat(refusal(job))
                .hasMessageContainingAll(
                        "uid '",
                        "maximum parallelism 4",
                        "maximum parallelism 8",
                        "setMaxParallelism");
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @ValueSource(strings = {"latest", "path"})
    @DisplayName("CK-89: a maximum that is not set is the checkpoint's, and stays it")
    void ck89AMaximumThatIsNotSetIsTheCheckpoints(String way) throws Exception {
        leaveWithMaximum(4);
        Configuration settings = from(way);
        CountingJob job = new CountingJob(settings);
        job.parallelism = 3;
        RunningJob running = job.start();
        job.gate.letReadUpTo(45);
        Await.until("fifteen more were counted", () -> job.counts.size() >= 15);
        job.log.awaitFurtherCompleted(9);
        running.suspend();
        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
        Path where = way.equals("latest") ? directory : otherDirectory;
        assertThat(CheckpointFolder.manifest(CheckpointFolder.at(where).newest()).operators())
                .extracting(CheckpointManifest.Operator::maxParallelism)
                .containsOnly(4);

        CountingJob again = new CountingJob(Jobs.checkpointsIn(where, "latest"));
        again.parallelism = 2;
        RunningJob last = again.start();
        again.gate.open();
        last.awaitFinished();
        assertThat(again.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    // ---- timers

    private static final class Alarms extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context ctx, Collector<Long> out) {
            ctx.timerService().registerEventTimeTimer(1_000 + ctx.getCurrentKey());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) {
            if (timestamp == 1_000 + ctx.getCurrentKey()) {
                out.collect(ctx.getCurrentKey());
            }
        }
    }

    @Test
    @DisplayName("CK-91: each timer rings once, where its key is now")
    void ck91EachTimerRingsOnce() throws Exception {
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        Collected<Long> rung = new Collected<>();
        Collected<Long> seen = new Collected<>();
        Succession jobs = new Succession(directory);
        Succession.Program program =
                env -> {
                    var numbers =
                            env.fromSource(
                                            NumberSource.numbers(0, 59).paced(Pace.behind(gate)),
                                            WatermarkStrategy.noWatermarks(),
                                            "numbers")
                                    .setParallelism(1)
                                    .uid("numbers")
                                    .map(log.<Long>probe())
                                    .uid("probe")
                                    .setParallelism(1);
                    numbers.keyBy(number -> number % 40)
                            .process(new Alarms())
                            .uid("alarms")
                            .addSink(rung)
                            .uid("sink");
                    numbers.addSink(seen).uid("seen").setParallelism(1);
                };
        long read = 0;
        for (int parallelism : new int[] {2, 3, 1}) {
            RunningJob job = jobs.start(parallelism, program);
            read += 20;
            long now = read;
            gate.letReadUpTo(now);
            Await.until(now + " were read", () -> seen.values().contains(now - 1));
            log.awaitFurtherCompleted(2);
            job.suspend();
        }
        assertThat(rung.values()).isEmpty();
        RunningJob last = jobs.start(4, program);
        gate.open();
        last.awaitFinished();
        assertThat(rung.values())
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 40).boxed().toList());
    }

    // ---- a crash before the first checkpoint

    private static final class Count extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(io.millrace.api.common.functions.OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            long now = count.value() == null ? 1 : count.value() + 1;
            count.update(now);
            return Tuple2.of(value % 10, now);
        }
    }

    /** Subtask 1 fails after its hundredth record, once. */
    private static final class FailsOnce extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private int seen;

        FailsOnce(Fault fault) {
            this.fault = fault;
        }

        @Override
        public Long map(Long value) {
            if (getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 1 && ++seen > 100) {
                fault.strike("after 100 records");
            }
            return value;
        }
    }

    @Test
    @DisplayName("C19: a crash before the first checkpoint begins all sources anew")
    void c19ACrashBeforeTheFirstCheckpointBeginsAnew() throws Exception {
        Collected<Tuple2<Long, Long>> counts = new Collected<>();
        Fault fault = Fault.once();
        StreamExecutionEnvironment env = Jobs.environment(2, Jobs.checkpointsIn(directory));
        env.enableCheckpointing(10_000);
        Jobs.restarts(env, 1);
        env.addSource(new LegacyNumbers(1, 1000, Pace.freely()))
                .map(new FailsOnce(fault))
                .keyBy(value -> value % 10)
                .map(new Count())
                .addSink(counts);
        Jobs.run(env, "crash before the first checkpoint");
        Map<Long, Long> last = new HashMap<>();
        List.copyOf(counts.values()).forEach(count -> last.put(count.f0, count.f1));
        assertThat(fault.struck()).isEqualTo(1);
        assertThat(last.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(1000);
    }
}
