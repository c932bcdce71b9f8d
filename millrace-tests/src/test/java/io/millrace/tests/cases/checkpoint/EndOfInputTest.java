// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.HoldsCheckpoints;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Checkpoints of jobs whose sources end, one after the other or all together. */
class EndOfInputTest {

    private static final long TEN_MINUTES = 600_000;

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env, String name, long from, long to, Pace pace) {
        return env.fromSource(
                NumberSource.numbers(from, to).paced(pace), WatermarkStrategy.noWatermarks(), name);
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    @Test
    @DisplayName("C15, CK-57: checkpoints go on when one of several sources has ended")
    void c15CheckpointsGoOnWhenOneOfSeveralSourcesHasEnded() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        Shared<CountDownLatch> closed = Shared.of(new CountDownLatch(1));
        Committed<Long> sink = new Committed<>();
        numbers(env, "short", 1, 1, Pace.freely())
                .map(new OnClose(() -> closed.get().countDown()))
                .union(numbers(env, "long", 2, 61, Pace.behind(gate)))
                .map(log.<Long>probe())
                .addSink(sink);
        RunningJob job = Jobs.start(env, "C15");
        gate.letReadUpTo(30);
        closed.get().await();
        log.awaitFurtherCompleted(5);
        gate.open();
        job.awaitFinished();

        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(range(1, 61));
    }

    /** Changes nothing, and says when it is closed. */
    private static final class OnClose extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Telling telling;

        interface Telling extends Runnable, Serializable {}

        OnClose(Telling telling) {
            this.telling = telling;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void close() {
            telling.run();
        }
    }

    @Test
    @DisplayName(
            "CK-57: a source that had ended in the checkpoint does not run again after a restore")
    void ck57ASourceThatHadEndedDoesNotRunAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        CheckpointLog ofShort = new CheckpointLog();
        Collected<Long> seen = new Collected<>();
        Fault fault = Fault.onDemand();
        Shared<CountDownLatch> closed = Shared.of(new CountDownLatch(1));
        numbers(env, "short", 1, 3, Pace.freely())
                .map(ofShort.<Long>probe())
                .map(new OnClose(() -> closed.get().countDown()))
                .union(numbers(env, "long", 4, 10, Pace.behind(gate)))
                .keyBy(value -> "one")
                .map(log.<Long>probe())
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(seen);
        RunningJob job = Jobs.start(env, "CK-57");
        gate.letReadUpTo(2);
        Await.until("five records have come", () -> seen.size() == 5);
        // The first of these may have begun before the short source was closed, the second before
        // that was known; the third has it as ended for good.
        closed.get().await();
        log.awaitFurtherCompleted(3);
        fault.arm();
        gate.letReadUpTo(3);
        log.awaitOpened(2);
        log.awaitFurtherCompleted(2); // and checkpoints go on with a source that never runs
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.restored().get(1)).isPresent();
        assertThat(ofShort.opened()).isEqualTo(1);
        assertThat(seen.values()).containsExactlyInAnyOrderElementsOf(range(1, 10));
    }

    @Test
    @DisplayName(
            "CK-57: the enumerator of a source that had finished is not started again: its input may be gone")
    void ck57TheEnumeratorOfAFinishedSourceIsNotStartedAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        Collected<Long> seen = new Collected<>();
        Fault inputIsGone = Fault.onDemand();
        Fault fault = Fault.onDemand();
        Shared<CountDownLatch> closed = Shared.of(new CountDownLatch(1));
        env.fromSource(
                        NumberSource.numbers(1, 3).failingToStart(inputIsGone),
                        WatermarkStrategy.noWatermarks(),
                        "short")
                .map(new OnClose(() -> closed.get().countDown()))
                .union(numbers(env, "long", 4, 10, Pace.behind(gate)))
                .keyBy(value -> "one")
                .map(log.<Long>probe())
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(seen);
        RunningJob job = Jobs.start(env, "CK-57");
        closed.get().await();
        log.awaitFurtherCompleted(3); // the last of them began after the short source was gone
        inputIsGone.arm();
        fault.arm();
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(inputIsGone.struck()).isZero();
        assertThat(seen.values()).containsExactlyInAnyOrderElementsOf(range(1, 10));
    }

    @Test
    @DisplayName("CK-57: nor is that of a source that had only to commit what was left")
    void ck57TheEnumeratorOfASourceAtItsEndIsNotStartedAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(TEN_MINUTES);
        Jobs.restarts(env, 1);
        Fault inputIsGone = Fault.onDemand();
        Committed<Long> sink = new Committed<>(Fault.once(), Fault.times(0));
        env.fromSource(
                        NumberSource.numbers(1, 3).failingToStart(inputIsGone),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        value -> {
                            if (value == 3) {
                                inputIsGone.arm();
                            }
                            return value;
                        })
                .addSink(sink);
        Jobs.run(env, "CK-57");

        assertThat(inputIsGone.struck()).isZero();
        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 3));
    }

    @Test
    @DisplayName(
            "CK-58: switched off, no checkpoint is taken any more once a task has ended; the job runs on")
    void ck58SwitchedOffNoCheckpointIsTakenOnceATaskHasEnded() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        Gate ofShort = new Gate();
        Collected<Long> sink = new Collected<>();
        Shared<CountDownLatch> closed = Shared.of(new CountDownLatch(1));
        numbers(env, "short", 1, 1, Pace.behind(ofShort))
                .map(new OnClose(() -> closed.get().countDown()))
                .addSink(new Collected<>());
        numbers(env, "long", 1, 60, Pace.behind(gate)).map(log.<Long>probe()).addSink(sink);
        RunningJob job = Jobs.start(env, "CK-58");
        log.awaitCompleted(1);
        ofShort.open();
        closed.get().await();
        long atEnd = log.completed().size();
        // A dozen intervals by the clock: that nothing happens can only be seen by waiting.
        long until = System.nanoTime() + Duration.ofMillis(250).toNanos();
        Await.until("twelve intervals have passed", () -> System.nanoTime() - until > 0);
        gate.open();
        job.awaitFinished();

        assertThat(log.completed().size() - atEnd)
                .isLessThanOrEqualTo(1); // one may have been under way
        assertThat(sink.values()).containsExactlyElementsOf(range(1, 60));
    }

    @Test
    @DisplayName(
            "CK-59: a checkpoint with part of the subtasks of a union list ended is given up, and not counted")
    void ck59UnionStatePartlyEndedGivesTheCheckpointUp() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(20);
        Collected<Long> sink = new Collected<>();
        // Split 0 holds 1 and 3, split 1 holds 2: up to position 2, one subtask ends and the other
        // does not.
        env.fromSource(
                        NumberSource.numbers(1, 3).inSplits(2).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(new KeepsUnionList())
                .addSink(sink);
        RunningJob job = Jobs.start(env, "CK-59");
        gate.letReadUpTo(1);
        log.awaitCompleted(2);
        gate.letReadUpTo(2);
        Await.until("two checkpoints were given up", () -> log.aborted().size() >= 2);
        gate.open();
        job.awaitFinished();

        assertThat(log.opened()).isEqualTo(2);
        assertThat(sink.values()).containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    private static final class KeepsUnionList extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private transient ListState<Long> seen;

        @Override
        public Long map(Long value) throws Exception {
            seen.add(value);
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            seen =
                    context.getOperatorStateStore()
                            .getUnionListState(new ListStateDescriptor<>("seen", Long.class));
        }
    }

    @Test
    @DisplayName(
            "CK-61: a bounded job with a two-phase-commit sink commits its tail without waiting an interval")
    void ck61ABoundedJobCommitsItsTail() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(TEN_MINUTES);
        Committed<Long> sink = new Committed<>();
        env.fromSource(
                        NumberSource.numbers(1, 100).inSplits(2),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .keyBy(value -> value % 7)
                .map(log.<Long>probe())
                .addSink(sink);
        Jobs.run(env, "CK-61");

        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(range(1, 100));
        assertThat(sink.recommitted()).isZero();
        assertThat(log.snapshots()).hasSize(2); // one checkpoint, two subtasks
    }

    @Test
    @DisplayName("CK-61: nor does it wait an interval when tasks end beside the last checkpoint")
    void ck61TasksThatEndBesideTheLastCheckpointDoNotPutItOff() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(TEN_MINUTES);
        CheckpointLog ofOther = log;
        Committed<Long> sink = new Committed<>();
        // Said its end of data, and is gone only when the last checkpoint, which asks it too, is
        // under way.
        numbers(env, "numbers", 1, 10, Pace.freely())
                .map(
                        new OnClose(
                                () ->
                                        Await.until(
                                                "the last checkpoint is under way",
                                                () -> !ofOther.snapshots().isEmpty())))
                .rebalance()
                .map(value -> value)
                .disableChaining()
                .addSink(sink);
        Committed<Long> other = new Committed<>();
        numbers(env, "other", 11, 20, Pace.freely()).map(log.<Long>probe()).addSink(other);
        Jobs.run(env, "CK-61 with a race");

        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 10));
        assertThat(other.rows()).containsExactlyElementsOf(range(11, 20));
    }

    @Test
    @DisplayName(
            "CK-62: switched off, what came after the last checkpoint of a bounded job stays uncommitted")
    void ck62SwitchedOffTheTailStaysUncommitted() throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH, false);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(TEN_MINUTES);
        Committed<Long> sink = new Committed<>();
        numbers(env, "numbers", 1, 10, Pace.freely()).addSink(sink);
        Jobs.run(env, "CK-62");
        assertThat(sink.received()).isEqualTo(10);
        assertThat(sink.rows()).isEmpty();
    }

    @Test
    @DisplayName(
            "C17: rows of checkpoint 5 are committed before the tail, though the end of input came first")
    void c17RowsOfTheCheckpointAreCommittedBeforeTheTail() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Committed<Long> sink = new Committed<>();
        numbers(env, "rows", 1, 12, Pace.behind(gate)).map(log.<Long>probe()).addSink(sink);
        // A pipeline of its own, which alone decides when checkpoints 4 and 5 are complete.
        Gate ofOther = new Gate();
        HoldsCheckpoints holds = new HoldsCheckpoints(4, 5);
        numbers(env, "other", 1, 1, Pace.behind(ofOther)).map(holds).addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "C17");

        Await.until("the sink has taken part in checkpoint 4", () -> hasSnapshot(4));
        gate.letReadUpTo(10);
        Await.until("ten rows have come", () -> sink.received() == 10);
        holds.release(4);
        Await.until("the sink has taken part in checkpoint 5", () -> hasSnapshot(5));
        gate.open();
        Await.until("the sink has seen the end of its input", sink::isFinished);
        assertThat(log.completed()).doesNotContain(5L);
        assertThat(sink.rows()).isEmpty();
        holds.release(5);
        Await.until("the rows of checkpoint 5 are committed", () -> sink.rows().size() >= 10);
        ofOther.open();
        job.awaitFinished();

        List<List<Long>> commits =
                sink.transactions().stream().filter(rows -> !rows.isEmpty()).toList();
        assertThat(commits).containsExactly(range(1, 10), range(11, 12));
        assertThat(sink.recommitted()).isZero();
    }

    private boolean hasSnapshot(long id) {
        return log.snapshots().stream().anyMatch(snapshot -> snapshot.id() == id);
    }
}
