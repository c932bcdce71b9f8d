// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.LegacyNumbers;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CK-64: a job stops with a savepoint, and another goes on from there. */
class StoppingTest {

    @TempDir Path directory;
    private Path checkpoints;
    private Path target;

    @BeforeEach
    void directories() {
        checkpoints = directory.resolve("checkpoints");
        target = directory.resolve("savepoints");
    }

    private StreamExecutionEnvironment environment(int parallelism, Path from) {
        Configuration configuration =
                from == null
                        ? Jobs.checkpointsIn(checkpoints)
                        : Jobs.checkpointsIn(checkpoints, from.toString());
        StreamExecutionEnvironment env = Jobs.environment(parallelism, configuration);
        env.enableCheckpointing(1_000_000);
        return env;
    }

    enum Kind {
        LEGACY,
        NEWER
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env, Kind kind, Gate gate, long to) {
        return kind == Kind.NEWER
                ? env.fromSource(
                                NumberSource.numbers(1, to).paced(Pace.behind(gate)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                : env.addSource(new LegacyNumbers(1, to, Pace.behind(gate))).uid("numbers");
    }

    @DisplayName(
            "What was pending is committed, exactly once; what follows is committed by the next")
    @ParameterizedTest
    @EnumSource(Kind.class)
    void exactlyOnce(Kind kind) throws Exception {
        Committed<Long> older = new Committed<>();
        CommittingSink newer = new CommittingSink();
        Gate gate = new Gate();
        StreamExecutionEnvironment env = environment(1, null);
        DataStream<Long> stream = numbers(env, kind, gate, 60);
        stream.rebalance().map(n -> n).setParallelism(2).addSink(older).uid("older");
        stream.sinkTo(newer).uid("newer");
        RunningJob first = Jobs.start(env, "stopped");
        gate.letReadUpTo(30);
        Await.until("thirty", () -> older.received() == 30 && newer.received() == 30);
        Path savepoint = SavepointFolder.stop(first, target, false);
        assertThat(first.status()).isEqualTo(JobStatus.FINISHED);
        first.awaitFinished();
        assertThat(older.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));
        assertThat(newer.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));
        assertThat(older.isFinished()).as("without drain nothing finishes").isFalse();
        assertThat(newer.isFinished()).isFalse();

        StreamExecutionEnvironment again = environment(1, savepoint);
        DataStream<Long> rest = numbers(again, kind, gate, 60);
        rest.rebalance().map(n -> n).setParallelism(2).addSink(older).uid("older");
        rest.sinkTo(newer).uid("newer");
        gate.open();
        Jobs.run(again, "stopped");
        assertThat(older.rows()).containsExactlyInAnyOrderElementsOf(upTo(60));
        assertThat(newer.rows()).containsExactlyInAnyOrderElementsOf(upTo(60));
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    @DisplayName("C11: nothing of the job's own stays when it stops; the savepoint does")
    @Test
    void c11() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.readThirty();
        Path savepoint = SavepointFolder.stop(running, target, false);
        running.awaitFinished();
        try (var children = Files.list(checkpoints.resolve(running.id()))) {
            assertThat(children.map(child -> child.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("chk-"));
        }
        assertThat(savepoint.resolve("_metadata")).exists();
        assertThat(job.log.completed()).as("told of the last one, too").isNotEmpty();
    }

    // ---- windows ----

    private RunningJob windows(Gate gate, Collected<Long> sums, Path from) throws Exception {
        StreamExecutionEnvironment env = environment(1, from);
        numbers(env, Kind.NEWER, gate, 20)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((n, t) -> n)
                                .withIdleness(Duration.ofMillis(1)))
                .uid("times")
                .keyBy(n -> 0)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .reduce(Long::sum)
                .uid("windows")
                .addSink(sums)
                .uid("sums");
        return Jobs.start(env, "windows");
    }

    @DisplayName("Without drain windows stay open in the savepoint, and close in the next job")
    @Test
    void windowsStayOpen() throws Exception {
        Gate gate = new Gate();
        Collected<Long> sums = new Collected<>();
        RunningJob first = windows(gate, sums, null);
        gate.letReadUpTo(10);
        Await.until("it runs", () -> first.status() == JobStatus.RUNNING);
        Path savepoint = SavepointFolder.stop(first, target, false);
        assertThat(sums.values()).isEmpty();

        RunningJob second = windows(gate, sums, savepoint);
        gate.open();
        second.awaitFinished();
        assertThat(sums.values()).containsExactly(20L * 21 / 2);
    }

    @DisplayName("T13: drain fires the last windows, of an idle source too, before the job ends")
    @Test
    void t13() throws Exception {
        Gate gate = new Gate();
        Collected<Long> sums = new Collected<>();
        RunningJob job = windows(gate, sums, null);
        gate.letReadUpTo(10);
        Await.until("it runs", () -> job.status() == JobStatus.RUNNING);
        SavepointFolder.stop(job, target, true);
        assertThat(job.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(sums.values()).singleElement().satisfies(sum -> assertThat(sum).isPositive());
    }

    @DisplayName("Drain: sources end, functions finish, and what is committed is all there was")
    @ParameterizedTest
    @EnumSource(Kind.class)
    void drain(Kind kind) throws Exception {
        Committed<Long> older = new Committed<>();
        CommittingSink newer = new CommittingSink();
        Gate gate = new Gate();
        StreamExecutionEnvironment env = environment(1, null);
        DataStream<Long> stream = numbers(env, kind, gate, 60);
        stream.rebalance().map(n -> n).setParallelism(2).addSink(older).uid("older");
        stream.sinkTo(newer).uid("newer");
        RunningJob job = Jobs.start(env, "drained");
        gate.letReadUpTo(30);
        Await.until("thirty", () -> older.received() == 30 && newer.received() == 30);
        Path savepoint = SavepointFolder.stop(job, target, true);
        assertThat(job.status()).isEqualTo(JobStatus.FINISHED);
        assertThat(older.isFinished()).isTrue();
        assertThat(newer.isFinished()).isTrue();
        assertThat(older.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));
        assertThat(newer.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));

        // It had come to its end: begun from there it ends at once, and commits nothing twice.
        StreamExecutionEnvironment again = environment(1, savepoint);
        DataStream<Long> rest = numbers(again, kind, gate, 60);
        rest.rebalance().map(n -> n).setParallelism(2).addSink(older).uid("older");
        rest.sinkTo(newer).uid("newer");
        Jobs.run(again, "drained");
        assertThat(newer.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));
        assertThat(older.rows()).containsExactlyInAnyOrderElementsOf(upTo(30));
    }

    // ---- loops ----

    private RunningJob loop(Gate gate, Collected<Long> out, Path from) throws Exception {
        StreamExecutionEnvironment env = environment(2, from);
        env.getCheckpointConfig().setForceCheckpointing(true);
        DataStream<Long> in =
                env.fromSource(
                                NumberSource.numbers(1, 200).paced(Pace.behind(gate)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .uid("numbers")
                        .map(n -> n * 1000 + 50)
                        .uid("rounds");
        IterativeStream<Long> head = in.rebalance().iterate();
        DataStream<Long> body = head.map(n -> n - 1).uid("body");
        head.closeWith(body.filter(n -> n % 1000 > 0).uid("round").rebalance());
        body.filter(n -> n % 1000 == 0).uid("done").addSink(out).setParallelism(1).uid("out");
        return Jobs.start(env, "loop");
    }

    @DisplayName(
            "A loop stops with what goes round it in the savepoint; the next job goes on with it")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void loops(boolean drain) throws Exception {
        Gate gate = new Gate();
        Collected<Long> out = new Collected<>();
        RunningJob job = loop(gate, out, null);
        gate.letReadUpTo(100);
        Await.until("some are through", () -> out.size() > 5);
        Path savepoint = SavepointFolder.stop(job, target, drain);
        job.awaitFinished();
        if (!drain) {
            RunningJob rest = loop(gate, out, savepoint);
            gate.open();
            rest.awaitFinished();
            List<Long> all = new ArrayList<>(out.values());
            all.sort(null);
            assertThat(all).isEqualTo(upTo(200).stream().map(n -> n * 1000).toList());
        }
    }

    // ---- what goes wrong ----

    @DisplayName(
            "The commit fails after the savepoint: the job fails, goes on from it, and says so")
    @Test
    void theCommitFails() throws Exception {
        Committed<Long> sink = new Committed<>(Fault.times(1), Fault.times(0));
        Gate gate = new Gate();
        StreamExecutionEnvironment env = environment(1, null);
        Jobs.restarts(env, 1);
        numbers(env, Kind.NEWER, gate, 60).addSink(sink).uid("sink");
        RunningJob job = Jobs.start(env, "unlucky");
        gate.letReadUpTo(30);
        Await.until("thirty", () -> sink.received() == 30);
        Throwable no = catchThrowable(() -> SavepointFolder.stop(job, target, false));
        assertThat(no)
                .hasMessageContaining("A savepoint was taken at")
                .hasMessageContaining("did not finish");
        gate.open();
        job.awaitFinished();
        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(upTo(60));
    }

    enum Way {
        STOP,
        DRAIN,
        CANCEL
    }

    @DisplayName("CK-67: the savepoint has no place: the job runs on, with its checkpoints")
    @ParameterizedTest
    @EnumSource(Way.class)
    void noPlace(Way way) throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        Configuration configuration = Jobs.checkpointsIn(checkpoints);
        configuration.setString("restart-strategy.type", "fixed-delay"); // after a drain
        configuration.setString("restart-strategy.fixed-delay.attempts", "1");
        configuration.setString("restart-strategy.fixed-delay.delay", "0 s");
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.readThirty();
        Throwable no =
                catchThrowable(
                        () -> {
                            if (way == Way.CANCEL) {
                                SavepointFolder.cancel(running, file);
                            } else {
                                SavepointFolder.stop(running, file, way == Way.DRAIN);
                            }
                        });
        assertThat(no).isNotNull();
        assertThat(String.join("\n", Throwables.messages(no)))
                .contains("was not taken", file.toString());
        job.log.awaitFurtherCompleted(1);
        assertThat(running.status()).isEqualTo(JobStatus.RUNNING);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
        if (way != Way.DRAIN) {
            assertThat(job.counts.size()).isEqualTo(60);
            assertThat(job.log.opened()).as("never restarted").isEqualTo(1);
        }
    }
}
