// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that were changed between a checkpoint and the restore from it. */
class RestoreStrictnessTest {

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP", "IN_ROCKSDB_BY_FILES"})
    @DisplayName(
            "S01 (a), CK-82: state without an operator refuses the start; the message has place, uid and option")
    void s01StateWithoutAnOperatorRefusesTheStart(Kept kept) throws Exception {
        Path checkpoint = leaveCheckpoint(kept);
        CountingJob job =
                new CountingJob(kept.in(Jobs.checkpointsIn(otherDirectory, checkpoint.toString())));
        job.counterUid = "c2";
        Throwable refusal = catchThrowable(job::start);
        assertThat(refusal).isNotNull();
        assertThat(Throwables.messages(refusal))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                checkpoint.toString(),
                                                "uid 'c'",
                                                "execution.state-recovery.ignore-unclaimed-state",
                                                "-n"));
        assertThat(job.log.opened()).isZero();
        assertThat(job.counts.values()).isEmpty();
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(names = {"ON_THE_HEAP", "IN_ROCKSDB_BY_FILES"})
    @DisplayName(
            "S01 (b), CK-82: allowed, the job runs without that state, and a warning lists it as dropped")
    void s01AllowedTheJobRunsWithoutThatState(Kept kept) throws Exception {
        Path checkpoint = leaveCheckpoint(kept);
        Configuration configuration =
                kept.in(Jobs.checkpointsIn(otherDirectory, checkpoint.toString()));
        configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
        CountingJob job = new CountingJob(configuration);
        job.counterUid = "c2";
        try (Logs logs = Logs.capture()) {
            RunningJob running = job.start();
            job.gate.open();
            running.awaitFinished();
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("dropped") && line.contains("uid 'c'"))
                    .hasSize(1);
        }
        assertThat(job.firstCounts()).isEqualTo(Map.of(0L, 1L, 1L, 1L, 2L, 1L));
        assertThat(job.counts.size()).as("the source has its position").isEqualTo(30);
    }

    private Path leaveCheckpoint(Kept kept) throws Exception {
        new CountingJob(kept.in(Jobs.checkpointsIn(directory))).leaveCheckpoint();
        return CheckpointFolder.at(directory).newest();
    }

    @Test
    @DisplayName(
            "S01, CK-83: setUidHash with the id of the old uid finds its state, under any new uid")
    void s01TheHashOfTheOldUidFindsItsState() throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(directory);
        String hash =
                CheckpointFolder.manifest(checkpoint).operators().stream()
                        .filter(operator -> "c".equals(operator.uid()))
                        .map(operator -> operator.id().value())
                        .findAny()
                        .orElseThrow();
        CountingJob job =
                new CountingJob(Jobs.checkpointsIn(otherDirectory, checkpoint.toString()));
        job.counterUid = "c2";
        job.counterUidHash = hash;
        RunningJob running = job.start();
        job.gate.letReadUpTo(45);
        Await.until("fifteen more were counted", () -> job.counts.size() == 15);
        job.log.awaitFurtherCompleted(2);
        running.suspend();
        assertThat(job.firstCounts()).isEqualTo(Map.of(0L, 11L, 1L, 11L, 2L, 11L));

        // And what it leaves is found by the same program again.
        CountingJob again = new CountingJob(Jobs.checkpointsIn(otherDirectory, "latest"));
        again.counterUid = "c2";
        again.counterUidHash = hash;
        RunningJob last = again.start();
        again.gate.open();
        last.awaitFinished();
        assertThat(again.lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
    }

    @Test
    @DisplayName(
            "S03: a changed state type fails before a record is handled; the message has state, uid, both types")
    void s03AChangedStateTypeFailsBeforeARecordIsHandled() throws Exception {
        Gate gate = new Gate();
        Collected<Long> counted = new Collected<>();
        CheckpointLog log = new CheckpointLog();
        RunningJob first =
                start(
                        Jobs.checkpointsIn(directory),
                        gate,
                        log,
                        counted,
                        new Last<>(Long.class, 1L));
        gate.letReadUpTo(10);
        Await.until("ten numbers have come", () -> counted.size() == 10);
        log.awaitFurtherCompleted(2);
        first.cancel();
        String checkpoint = CheckpointFolder.at(directory).newest().toString();

        Gate open = new Gate();
        open.open();
        Collected<Long> handled = new Collected<>();
        Configuration patient = Jobs.checkpointsIn(otherDirectory, checkpoint);
        // No number of restarts would help, so none is made.
        patient.setString("restart-strategy.type", "fixed-delay");
        patient.setString("restart-strategy.fixed-delay.attempts", "1000000");
        patient.setString("restart-strategy.fixed-delay.delay", "1 h");
        RunningJob second =
                start(patient, open, new CheckpointLog(), handled, new Last<>(String.class, "1"));
        Throwable failure = second.awaitFailure();
        List<String> messages = Throwables.messages(failure);
        assertThat(String.join("\n", messages)).contains("'v'", "'c'");
        assertThat(messages)
                .anySatisfy(message -> assertThat(message).contains("'v'", "Long", "String"));
        assertThat(handled.values()).isEmpty();
    }

    // ---- programs with a part that had come to its end ----

    /** Which change was made to a program of two sources, one of which had finished. */
    private enum Change {
        NONE,
        /** A new operator in the chain of the source that had finished. */
        CHAINED_TO_THE_FINISHED,
        /** The source that runs on sends to an operator that had finished. */
        RUNNING_BEFORE_THE_FINISHED
    }

    private final Gate ofLong = new Gate();
    private final CheckpointLog ofTwo = new CheckpointLog();
    private final Collected<Long> tail = new Collected<>();

    private RunningJob startTwo(Configuration configuration, Change change) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        DataStream<Long> shortOne = source(env, NumberSource.numbers(1, 1), "short");
        if (change == Change.CHAINED_TO_THE_FINISHED) {
            shortOne = shortOne.map(value -> value).name("new").uid("new");
        }
        DataStream<Long> longOne =
                source(env, NumberSource.numbers(2, 60).paced(Pace.behind(ofLong)), "long");
        longOne.map(ofTwo.<Long>probe()).uid("probe").addSink(new Collected<>()).uid("sink");
        (change == Change.RUNNING_BEFORE_THE_FINISHED ? shortOne.union(longOne) : shortOne)
                .rebalance()
                .map(value -> value)
                .name("tail")
                .uid("tail")
                .addSink(tail)
                .uid("tail sink");
        return Jobs.start(env, "two sources");
    }

    private static DataStream<Long> source(
            StreamExecutionEnvironment env, NumberSource numbers, String name) {
        return env.fromSource(numbers, WatermarkStrategy.noWatermarks(), name).uid(name);
    }

    /** A checkpoint in which the short source and all behind it had finished. */
    private Path leaveCheckpointOfTwo() throws Exception {
        RunningJob running = startTwo(Jobs.checkpointsIn(directory), Change.NONE);
        ofLong.letReadUpTo(10);
        Await.until("the short source's number has come", () -> tail.size() == 1);
        ofTwo.awaitFurtherCompleted(5); // the last ones began after that source was gone
        running.cancel();
        Path checkpoint = CheckpointFolder.at(directory).newest();
        assertThat(CheckpointFolder.manifest(checkpoint).operators())
                .filteredOn(operator -> operator.isFinished())
                .extracting(operator -> operator.uid())
                .containsExactlyInAnyOrder("short", "tail", "tail sink");
        return checkpoint;
    }

    @Test
    @DisplayName(
            "CK-57, CK-60: unchanged, a program with a part that had finished goes on without it")
    void ck60UnchangedAProgramGoesOn() throws Exception {
        Path checkpoint = leaveCheckpointOfTwo();
        RunningJob running =
                startTwo(Jobs.checkpointsIn(otherDirectory, checkpoint.toString()), Change.NONE);
        ofLong.open();
        running.awaitFinished();
        assertThat(tail.values()).containsExactly(1L);
    }

    @ParameterizedTest(name = "CK-60: {0} is refused before anything starts, with both operators")
    @CsvSource({"CHAINED_TO_THE_FINISHED, short, new", "RUNNING_BEFORE_THE_FINISHED, tail, long"})
    void ck60AChangedProgramIsRefused(Change change, String one, String other) throws Exception {
        Path checkpoint = leaveCheckpointOfTwo();
        int opened = ofTwo.opened();
        Throwable refusal =
                catchThrowable(
                        () ->
                                startTwo(
                                        Jobs.checkpointsIn(otherDirectory, checkpoint.toString()),
                                        change));
        assertThat(refusal).isNotNull();
        assertThat(String.join("\n", Throwables.messages(refusal)))
                .contains(
                        checkpoint.toString(),
                        "had finished",
                        "uid '" + one + "'",
                        "uid '" + other + "'");
        assertThat(ofTwo.opened()).isEqualTo(opened);
    }

    // ---- a changed type ----

    private static RunningJob start(
            Configuration configuration,
            Gate gate,
            CheckpointLog log,
            Collected<Long> sink,
            RichMapFunction<Long, Long> function)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.fromSource(
                        NumberSource.numbers(1, 60).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(value -> value % 3)
                .map(function)
                .uid("c")
                .map(log.<Long>probe())
                .uid("probe")
                .addSink(sink)
                .uid("sink");
        return Jobs.start(env, "S03");
    }

    /** Keeps one value of a type in state 'v'. */
    private static final class Last<T> extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Class<T> type;
        private final Serializable value;
        private transient ValueState<T> v;

        Last(Class<T> type, Serializable value) {
            this.type = type;
            this.value = value;
        }

        @Override
        public void open(OpenContext context) {
            v = getRuntimeContext().getState(new ValueStateDescriptor<>("v", type));
        }

        @Override
        public Long map(Long number) throws Exception {
            v.update(type.cast(value));
            return number;
        }
    }
}
