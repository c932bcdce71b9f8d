// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Failures between a durable checkpoint and the commit of what belongs to it. */
class TwoPhaseCommitTest {

    private static final List<Long> ALL = LongStream.rangeClosed(1, 30).boxed().toList();

    private final CheckpointLog log = new CheckpointLog();

    /**
     * Runs thirty numbers into the sink, ten of which come before the first checkpoint that has
     * any.
     */
    private void run(Committed<Long> sink) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        Gate gate = new Gate();
        env.fromSource(
                        NumberSource.numbers(1, 30).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(sink);
        RunningJob job = Jobs.start(env, "2PC");
        gate.letReadUpTo(10);
        log.awaitOpened(2);
        gate.open();
        job.awaitFinished();
    }

    @Test
    @DisplayName(
            "CK-94, CK-95, CK-103: a commit that failed after a durable checkpoint is made up for on restore")
    void ck95ACommitThatFailedIsMadeUpForOnRestore() throws Exception {
        Fault before = Fault.once();
        Committed<Long> sink = new Committed<>(before, Fault.times(0));
        run(sink);

        assertThat(before.struck()).isEqualTo(1);
        // The checkpoint stayed complete though its notification failed: the job went back to it.
        assertThat(log.restored().get(1)).isPresent();
        assertThat(sink.rows()).containsExactlyElementsOf(ALL);
        assertThat(sink.recommitted()).isZero();
    }

    @Test
    @DisplayName(
            "CK-103: a transaction that was committed already is committed once more on restore, without harm")
    void ck103ACommittedTransactionIsCommittedOnceMoreOnRestore() throws Exception {
        Fault after = Fault.once();
        Committed<Long> sink = new Committed<>(Fault.times(0), after);
        run(sink);

        assertThat(after.struck()).isEqualTo(1);
        assertThat(sink.rows()).containsExactlyElementsOf(ALL);
        assertThat(sink.recommitted()).isGreaterThanOrEqualTo(1);
    }

    @Test
    @DisplayName("Without checkpoints nothing is committed, and one warning says so at the start")
    void withoutCheckpointsNothingIsCommittedAndAWarningSaysSo() throws Exception {
        Committed<Long> sink = new Committed<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromSequence(1, 10).addSink(sink).name("ledger");
        try (Logs logs = Logs.capture()) {
            Jobs.run(env, "2PC without checkpoints");
            assertThat(logs.warnings())
                    .filteredOn(
                            line ->
                                    line.contains("'Sink: ledger'")
                                            && line.contains("nothing will be committed")
                                            && line.contains("env.enableCheckpointing"))
                    .hasSize(1);
        }
        assertThat(sink.rows()).isEmpty();
    }
}
