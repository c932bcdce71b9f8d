// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Failures while records go round. */
@SuppressWarnings("deprecation") // what users of 1.20 write to force a loop
class LoopFaultsTest {

    private static final long NUMBERS = 300;

    private final Shared<AtomicBoolean> exit = Shared.of(new AtomicBoolean());
    private final Fault fault = Fault.onDemand();
    private final CheckpointLog log = new CheckpointLog();
    private final Committed<String> sink = new Committed<>();

    @TempDir Path directory;

    private static List<String> exact() {
        return LongStream.rangeClosed(1, NUMBERS).mapToObj(n -> n + " exact").toList();
    }

    /** The numbers circle; those that leave are committed with the checkpoints. */
    private void program(StreamExecutionEnvironment env) {
        Shared<AtomicBoolean> open = exit;
        Fault strikes = fault;
        Circling.rows(
                        env.fromSource(
                                NumberSource.numbers(1, NUMBERS).inSplits(2),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"),
                        () -> open.get().get(),
                        () -> strikes.strike("in the loop"))
                .map(log.<String>probe())
                .addSink(sink)
                .setParallelism(1);
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @CsvSource({"1", "2", "3"})
    @DisplayName("M16, CK-21: after failures in the loop each record leaves once, its steps exact")
    void afterFailuresInTheLoopEachRecordLeavesOnce(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        env.enableCheckpointing(15, CheckpointingMode.EXACTLY_ONCE, true);
        Jobs.restarts(env, 3);
        program(env);
        RunningJob job = Jobs.start(env, "circling");
        for (int failure = 1; failure <= 3; failure++) {
            log.awaitFurtherCompleted(2);
            fault.arm();
            log.awaitOpened((failure + 1) * parallelism);
        }
        log.awaitFurtherCompleted(1);
        exit.get().set(true);
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(3);
        assertThat(log.restored().subList(parallelism, 4 * parallelism))
                .allMatch(java.util.OptionalLong::isPresent);
        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(exact());
        assertThat(sink.isFinished()).isTrue();
    }

    @Test
    @DisplayName("M16, CK-53: at least once no record is lost in a loop")
    void atLeastOnceNoRecordIsLost() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(15, CheckpointingMode.AT_LEAST_ONCE, true);
        Jobs.restarts(env, 2);
        program(env);
        RunningJob job = Jobs.start(env, "circling at least once");
        for (int failure = 1; failure <= 2; failure++) {
            log.awaitFurtherCompleted(2);
            fault.arm();
            log.awaitOpened((failure + 1) * 2);
        }
        log.awaitFurtherCompleted(1);
        exit.get().set(true);
        job.awaitFinished();

        assertThat(sink.rows().stream().map(row -> row.substring(0, row.indexOf(' '))))
                .containsAll(LongStream.rangeClosed(1, NUMBERS).mapToObj(Long::toString).toList());
    }

    @ParameterizedTest(name = "{displayName}: from {0} to {1}")
    @CsvSource({"2, 3", "3, 1", "2, 2"})
    @DisplayName("M16: what goes round at a checkpoint goes on at another parallelism")
    void whatGoesRoundGoesOnAtAnotherParallelism(int before, int after) throws Exception {
        StreamExecutionEnvironment first = Jobs.environment(before, Jobs.checkpointsIn(directory));
        first.enableCheckpointing(15, CheckpointingMode.EXACTLY_ONCE, true);
        first.setMaxParallelism(12);
        program(first);
        RunningJob job = Jobs.start(first, "circling");
        log.awaitCompleted(2 * before);
        job.suspend();

        StreamExecutionEnvironment second =
                Jobs.environment(after, Jobs.checkpointsIn(directory, "latest"));
        second.enableCheckpointing(15, CheckpointingMode.EXACTLY_ONCE, true);
        second.setMaxParallelism(12);
        program(second);
        RunningJob again = Jobs.start(second, "circling");
        log.awaitFurtherCompleted(1);
        exit.get().set(true);
        again.awaitFinished();

        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(exact());
    }

    @Test
    @DisplayName("M16: checkpoints that time out while records go round take nothing away")
    void checkpointsThatTimeOutTakeNothingAway() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(2, CheckpointingMode.EXACTLY_ONCE, true);
        env.getCheckpointConfig().setCheckpointTimeout(4);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        Jobs.restarts(env, 1);
        program(env);
        RunningJob job = Jobs.start(env, "circling in haste");
        Await.until(
                "thirty checkpoints were tried",
                () -> log.completed().size() + log.aborted().size() >= 60);
        fault.arm();
        log.awaitOpened(4);
        exit.get().set(true);
        job.awaitFinished();

        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(exact());
    }

    @Test
    @DisplayName(
            "M16: what is fed back when the loop has ended fails the job for good, and is named")
    void whatIsFedBackWhenTheLoopHasEndedFailsTheJobForGood() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 3);
        IterativeStream<Long> loop =
                env.fromSource(
                                NumberSource.numbers(1, 20),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(log.<Long>probe())
                        .iterate();
        DataStream<Long> more = loop.transform("last words", Types.LONG, new LastWords());
        loop.closeWith(more.filter(n -> n < 10).name("again"));
        more.filter(n -> n >= 10).addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "last words");

        assertThat(String.join("\n", Throwables.messages(failure)))
                .contains("'again'")
                .contains("'Iteration'")
                .contains("last words")
                .contains("would be lost")
                .contains("iterate(maxWaitTimeMillis)")
                .contains("whatever the restart strategy");
        assertThat(log.opened()).isEqualTo(1);
    }

    /** Adds one, and at its end has another to give. */
    private static final class LastWords extends AbstractStreamOperator<Long>
            implements OneInputStreamOperator<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(StreamRecord<Long> record) {
            output.collect(new StreamRecord<>(record.getValue() + 1));
        }

        @Override
        public void finish() throws Exception {
            super.finish();
            output.collect(new StreamRecord<>(1L));
        }
    }
}
