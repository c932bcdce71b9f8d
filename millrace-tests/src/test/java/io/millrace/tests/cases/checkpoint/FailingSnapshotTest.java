// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Functions that fail while they take their snapshot (the synchronous part), and snapshots that
 * cannot be written (the asynchronous part; here they are larger than storage in memory takes).
 */
class FailingSnapshotTest {

    private static final int SMALL = 1000;
    private static final int FIVE_MIB = 5 * 1024 * 1024;

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();
    private final Collected<Long> sink = new Collected<>();

    private StreamExecutionEnvironment job(RichMapFunction<Long, Long> function) {
        return job(function, new Configuration());
    }

    /** One chain, so that a probe stands beside the function that fails. */
    private StreamExecutionEnvironment job(
            RichMapFunction<Long, Long> function, Configuration configuration) {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(30);
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(function)
                .name("bad")
                .addSink(sink);
        return env;
    }

    // ---- the synchronous part ----

    @Test
    @DisplayName(
            "C07: an exception in snapshotState fails the job, however many failures are tolerated")
    void c07AnExceptionInSnapshotStateFailsTheJob() throws Exception {
        StreamExecutionEnvironment env = job(new FailsInSnapshot(Fault.times(1000)));
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(100);
        Throwable failure = Jobs.runToFailure(env, "C07");

        assertThat(log.opened()).isEqualTo(1);
        assertThat(Throwables.root(failure))
                .isExactlyInstanceOf(Fault.Struck.class)
                .hasMessage("sync-snap");
        assertThat(Throwables.messages(failure))
                .anySatisfy(message -> assertThat(message).contains("'bad'", "checkpoint 1"));
    }

    @Test
    @DisplayName(
            "M11, CK-46: by default a failing snapshotState fails the task, and so restarts the job")
    void m11ByDefaultAFailingSnapshotStateRestartsTheJob() throws Exception {
        Fault fault = Fault.once();
        StreamExecutionEnvironment env = job(new FailsInSnapshot(fault));
        assertThat(failsOnErrors(env)).isTrue();
        Jobs.restarts(env, 1);
        RunningJob running = Jobs.start(env, "M11");
        gate.letReadUpTo(5);
        log.awaitOpened(2);
        log.awaitCompleted(1);
        gate.open();
        running.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.opened()).isEqualTo(2);
        assertThat(log.completed()).first().isEqualTo(2L);
    }

    @Test
    @DisplayName(
            "M11, CK-46: switched off, a failing snapshotState declines the checkpoint and the task runs on")
    void m11SwitchedOffAFailingSnapshotStateDeclinesTheCheckpoint() throws Exception {
        Fault fault = Fault.times(2);
        StreamExecutionEnvironment env = job(new FailsInSnapshot(fault));
        failOnErrors(env, false);
        RunningJob running = Jobs.start(env, "M11");
        gate.letReadUpTo(5);
        log.awaitCompleted(2);
        gate.open();
        running.awaitFinished();

        assertThat(fault.struck()).isEqualTo(2);
        assertThat(log.opened()).isEqualTo(1);
        assertThat(log.aborted()).startsWith(1L, 2L);
        assertThat(log.completed()).startsWith(3L, 4L);
        assertThat(sink.values()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    @DisplayName("CK-46: with a tolerable number set too, the number wins and a warning says so")
    void ck46ATolerableNumberSetTooWins() throws Exception {
        StreamExecutionEnvironment env = job(new FailsInSnapshot(Fault.once()));
        failOnErrors(env, false);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(3);
        try (Logs logs = Logs.capture()) {
            assertThat(Throwables.root(Jobs.runToFailure(env, "CK-46"))).hasMessage("sync-snap");
            assertThat(logs.warnings())
                    .filteredOn(
                            line ->
                                    line.contains("setFailOnCheckpointingErrors(false)")
                                            && line.contains("tolerable-failed-checkpoints = 3"))
                    .hasSize(1);
        }
    }

    // ---- the enumerator of a source ----

    private StreamExecutionEnvironment jobOfAnEnumerator(Fault fault) {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(30);
        env.fromSource(
                        NumberSource.numbers(1, 10)
                                .paced(Pace.behind(gate))
                                .failingItsSnapshot(fault),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(sink);
        return env;
    }

    @Test
    @DisplayName("CK-46: by default an enumerator that fails in its snapshot restarts the job")
    void ck46ByDefaultAnEnumeratorThatFailsInItsSnapshotRestartsTheJob() throws Exception {
        Fault fault = Fault.once();
        StreamExecutionEnvironment env = jobOfAnEnumerator(fault);
        Jobs.restarts(env, 1);
        RunningJob running = Jobs.start(env, "CK-46");
        log.awaitOpened(2);
        gate.open();
        running.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(sink.values()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    @DisplayName(
            "CK-46: switched off, an enumerator that fails in its snapshot declines the checkpoint and goes on")
    void ck46SwitchedOffTheEnumeratorDeclinesTheCheckpoint() throws Exception {
        Fault fault = Fault.times(2);
        StreamExecutionEnvironment env = jobOfAnEnumerator(fault);
        failOnErrors(env, false);
        RunningJob running = Jobs.start(env, "CK-46");
        gate.letReadUpTo(5);
        log.awaitCompleted(2);
        gate.open();
        running.awaitFinished();

        assertThat(fault.struck()).isEqualTo(2);
        assertThat(log.opened()).isEqualTo(1);
        assertThat(log.completed()).startsWith(3L, 4L);
        assertThat(sink.values()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    // ---- the asynchronous part ----

    @Test
    @DisplayName(
            "SB-10, CK-46: state larger than 5 MiB in memory fails the job; the message has size and maximum")
    void sb10StateLargerThanMemoryTakesFailsTheJob() throws Exception {
        StreamExecutionEnvironment env = job(new Grows(Set.of()));
        Throwable failure = Jobs.runToFailure(env, "SB-10");

        assertThat(log.opened()).isEqualTo(1);
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains("'bad'", "checkpoint 1", String.valueOf(FIVE_MIB))
                                        // the bytes themselves and little more
                                        .containsPattern("\\b52429\\d\\d\\b|\\b5243\\d\\d\\d\\b"));
    }

    @Test
    @DisplayName("M11, CK-46: by default a snapshot that cannot be written restarts the job")
    void m11ByDefaultASnapshotThatCannotBeWrittenRestartsTheJob() throws Exception {
        StreamExecutionEnvironment env = job(new Grows(Set.of(2L, 3L, 4L, 5L)));
        Jobs.restarts(env, 1);
        RunningJob running = Jobs.start(env, "M11");
        log.awaitCompleted(2);
        assertThat(log.opened()).isEqualTo(2);
        running.cancel();
        assertThat(log.completed()).startsWith(2L, 3L);
    }

    @Test
    @DisplayName(
            "M11, CK-46: switched off, a snapshot that cannot be written declines the checkpoint only")
    void m11SwitchedOffASnapshotThatCannotBeWrittenDeclinesTheCheckpointOnly() throws Exception {
        StreamExecutionEnvironment env = job(new Grows(Set.of(3L, 4L)));
        failOnErrors(env, false);
        RunningJob running = Jobs.start(env, "M11");
        log.awaitCompleted(2);
        running.cancel();

        assertThat(log.opened()).isEqualTo(1);
        assertThat(log.aborted()).startsWith(1L, 2L);
        assertThat(log.completed()).startsWith(3L, 4L);
    }

    @Test
    @DisplayName(
            "CK-43, CK-45: with 2 tolerable, fail, fail, good, fail, fail, fail ends the job at the sixth")
    void ck45ACompletedCheckpointSetsTheCountToZero() throws Exception {
        StreamExecutionEnvironment env = job(new Grows(Set.of(3L)));
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(2);
        Throwable failure = Jobs.runToFailure(env, "CK-45");

        assertThat(log.completed()).containsExactly(3L);
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "Checkpoint 6",
                                                "3 checkpoints in a row",
                                                "2 are tolerable"));
    }

    @SuppressWarnings("deprecation") // the document's own call
    private static void failOnErrors(StreamExecutionEnvironment env, boolean fail) {
        env.getCheckpointConfig().setFailOnCheckpointingErrors(fail);
    }

    @SuppressWarnings("deprecation") // the document's own call
    private static boolean failsOnErrors(StreamExecutionEnvironment env) {
        return env.getCheckpointConfig().isFailOnCheckpointingErrors();
    }

    private static final class FailsInSnapshot extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final Fault fault;

        FailsInSnapshot(Fault fault) {
            this.fault = fault;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            fault.strike("sync-snap");
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    /** Has more than 5 MiB of state, but at the checkpoints given. */
    private static final class Grows extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final Set<Long> small;
        private transient ListState<byte[]> bytes;

        Grows(Set<Long> small) {
            this.small = small;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            int size = small.contains(context.getCheckpointId()) ? SMALL : FIVE_MIB + 10;
            bytes.update(List.of(new byte[size]));
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            bytes =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("bytes", byte[].class));
        }
    }
}
