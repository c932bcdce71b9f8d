// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.environment.CheckpointConfig;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.CheckpointLog.Snapshot;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When checkpoints are taken. */
class ScheduleTest {

    private final CheckpointLog log = new CheckpointLog();
    private final Collected<Long> sink = new Collected<>();

    private void numbers(StreamExecutionEnvironment env, long count, Pace pace) {
        env.fromSource(
                        NumberSource.numbers(1, count).paced(pace),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(sink);
    }

    @Test
    @DisplayName("M5: no checkpoint is taken unless checkpointing was enabled")
    void m5NoCheckpointIsTakenUnlessCheckpointingWasEnabled() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        assertThat(env.getCheckpointConfig().isCheckpointingEnabled()).isFalse();
        numbers(env, 40, Pace.every(Duration.ofMillis(10)));
        Jobs.run(env, "M5");
        assertThat(sink.size()).isEqualTo(40);
        assertThat(log.snapshots()).isEmpty();
        assertThat(log.completed()).isEmpty();
    }

    @Test
    @DisplayName("M5, CK-33: checkpoints start an interval apart and are numbered from 1")
    void m5CheckpointsStartAnIntervalApart() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(100);
        Gate gate = new Gate();
        numbers(env, 1, Pace.behind(gate));
        long begin = System.nanoTime();
        RunningJob job = Jobs.start(env, "M5");
        log.awaitCompleted(8);
        gate.open();
        job.awaitFinished();

        List<Snapshot> first = log.snapshots().subList(0, 8);
        assertThat(first).extracting(Snapshot::id).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        assertThat(log.completed().subList(0, 8)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
        // None before its time; that a late one does not shift those after it needs a clock that
        // can be set, and is shown by CheckpointScheduleTest.
        for (int i = 0; i < 8; i++) {
            assertThat(first.get(i).atNanos() - begin)
                    .as("ns from the start to checkpoint %d", i + 1)
                    .isGreaterThanOrEqualTo(millis(100L * (i + 1)));
        }
    }

    @Test
    @DisplayName("C03, M8: the pause between checkpoints counts, however short the interval")
    void c03ThePauseBetweenCheckpointsCounts() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(400);
        Gate gate = new Gate();
        numbers(env, 1, Pace.behind(gate));
        RunningJob job = Jobs.start(env, "C03");
        log.awaitCompleted(5);
        List<Snapshot> taken = log.snapshots().subList(0, 5);
        gate.open();
        job.awaitFinished();

        // From before the end of one to after the start of the next, so never shorter than the
        // pause.
        for (int i = 1; i < taken.size(); i++) {
            assertThat(taken.get(i).atNanos() - taken.get(i - 1).atNanos())
                    .as("ns from checkpoint %d to checkpoint %d", i, i + 1)
                    .isGreaterThanOrEqualTo(millis(400));
        }
    }

    /** As many ms in ns, less the one that is lost where the engine counts whole ms. */
    private static long millis(long count) {
        return Duration.ofMillis(count - 1).toNanos();
    }

    @Test
    @DisplayName(
            "M8, M9, CK-24: beside a pause, more than one checkpoint at a time has no effect; a warning has both")
    void m8BesideAPauseMoreThanOneAtATimeHasNoEffect() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(40);
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(3);
        numbers(env, 10, Pace.freely());
        try (Logs logs = Logs.capture()) {
            Jobs.run(env, "CK-24");
            assertThat(logs.warnings())
                    .filteredOn(
                            line ->
                                    line.contains("max-concurrent-checkpoints = 3")
                                            && line.contains("min-pause = 40 ms"))
                    .hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "M5, CK-2: an interval, a timeout or a pause out of range is refused at the setter")
    void m5ValuesOutOfRangeAreRefused() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        assertThatIllegalArgumentException().isThrownBy(() -> env.enableCheckpointing(0));
        assertThatIllegalArgumentException().isThrownBy(() -> env.enableCheckpointing(-1));
        CheckpointConfig config = env.getCheckpointConfig();
        assertThatIllegalArgumentException().isThrownBy(() -> config.setCheckpointTimeout(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.setMinPauseBetweenCheckpoints(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.setMaxConcurrentCheckpoints(0));
        assertThat(config.isCheckpointingEnabled()).isFalse();
    }
}
