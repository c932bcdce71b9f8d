// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.HoldsCheckpoints;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a sink of the newer contract commits, in running jobs that fail and end. */
class SinkCommitTest {

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    /** The numbers up to {@code to}, through a function, into the sink; checkpoints in memory. */
    private StreamExecutionEnvironment job(
            long to, RichMapFunction<Long, Long> function, CommittingSink sink) {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        env.fromSource(
                        NumberSource.numbers(1, to).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(function)
                .sinkTo(sink);
        return env;
    }

    @Test
    @DisplayName(
            "C17, CK-105: rows of checkpoint 5 are committed before the tail, though the end of input came first")
    void c17RowsOfTheCheckpointAreCommittedBeforeTheTail() throws Exception {
        CommittingSink sink = new CommittingSink();
        StreamExecutionEnvironment env = job(12, log.probe(), sink);
        // A pipeline of its own, which alone decides when checkpoints 4 and 5 are complete.
        Gate ofOther = new Gate();
        HoldsCheckpoints holds = new HoldsCheckpoints(4, 5);
        env.fromSource(
                        NumberSource.numbers(1, 1).paced(Pace.behind(ofOther)),
                        WatermarkStrategy.noWatermarks(),
                        "other")
                .map(holds)
                .addSink(new Collected<>());
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

        assertThat(sink.transactions()).containsExactly(range(1, 10), range(11, 12));
        assertThat(sink.recommitted()).isZero();
    }

    private boolean hasSnapshot(long id) {
        return log.snapshots().stream().anyMatch(snapshot -> snapshot.id() == id);
    }

    @Test
    @DisplayName(
            "CK-95, CK-105: a crash after the checkpoint and before its commit: the restored job commits, once")
    void ck95ACrashBeforeTheCommitIsMadeUpForOnRestore() throws Exception {
        Fault before = Fault.once();
        CommittingSink sink = new CommittingSink(before, Fault.times(0));
        runThroughACrash(sink);

        assertThat(before.struck()).isEqualTo(1);
        assertThat(log.restored().get(1)).isPresent();
        assertThat(sink.transactions().get(0)).isEqualTo(range(1, 10));
        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 30));
        assertThat(sink.recommitted()).isZero();
    }

    @Test
    @DisplayName(
            "C17, CK-105: a crash between the commit and the next checkpoint: asked for again, committed once")
    void c17ACrashBetweenTheCommitAndTheNextCheckpoint() throws Exception {
        Fault after = Fault.once();
        CommittingSink sink = new CommittingSink(Fault.times(0), after);
        runThroughACrash(sink);

        assertThat(after.struck()).isEqualTo(1);
        assertThat(log.restored().get(1)).isPresent();
        assertThat(sink.recommitted()).isEqualTo(1);
        assertThat(sink.transactions().get(0)).isEqualTo(range(1, 10));
        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 30));
    }

    /** Ten rows come, the job crashes about their commit, and goes on to the end. */
    private void runThroughACrash(CommittingSink sink) throws Exception {
        StreamExecutionEnvironment env = job(30, log.probe(), sink);
        Jobs.restarts(env, 1);
        gate.letReadUpTo(10);
        RunningJob job = Jobs.start(env, "crash");
        log.awaitOpened(2);
        gate.open();
        job.awaitFinished();
    }

    @Test
    @DisplayName(
            "CK-105: rows that no completed checkpoint has are not committed by a crash, and come again")
    void ck105RowsWithoutACheckpointAreNotCommitted() throws Exception {
        Fault fault = Fault.onDemand();
        CommittingSink sink = new CommittingSink();
        StreamExecutionEnvironment env = job(30, new Fails(fault), sink);
        Jobs.restarts(env, 1);
        RunningJob job = Jobs.start(env, "crash");
        gate.letReadUpTo(10);
        Await.until("ten rows are committed", () -> sink.rows().size() == 10);
        fault.arm();
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 30));
    }

    private static final class Fails extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;

        Fails(Fault fault) {
            this.fault = fault;
        }

        @Override
        public Long map(Long value) {
            if (value == 20) {
                fault.strike("at 20");
            }
            return value;
        }
    }

    @Test
    @DisplayName(
            "CK-105: a job that begins from a retained checkpoint commits what an earlier job could not")
    void ck105ALaterJobCommitsWhatAnEarlierOneCouldNot() throws Exception {
        CommittingSink sink = new CommittingSink(Fault.once(), Fault.times(0));
        gate.letReadUpTo(10);
        StreamExecutionEnvironment first = retained(sink, "");
        Jobs.start(first, "first").awaitFailure();
        assertThat(sink.rows()).isEmpty();

        gate.open();
        String checkpoint = CheckpointFolder.at(directory).newest().toString();
        Jobs.run(retained(sink, checkpoint), "second");

        assertThat(sink.transactions().get(0)).isEqualTo(range(1, 10));
        assertThat(sink.rows()).containsExactlyElementsOf(range(1, 30));
        assertThat(sink.recommitted()).isZero();
    }

    private StreamExecutionEnvironment retained(CommittingSink sink, String from) {
        StreamExecutionEnvironment env =
                Jobs.environment(
                        1,
                        from.isEmpty()
                                ? Jobs.checkpointsIn(directory)
                                : Jobs.checkpointsIn(otherDirectory, from));
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.fromSource(
                        NumberSource.numbers(1, 30).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .sinkTo(sink)
                .uid("sink");
        return env;
    }
}
