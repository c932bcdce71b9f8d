// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints that take longer than they may. */
class TimeoutTest {

    @TempDir Path directory;

    private final CheckpointLog log = new CheckpointLog();
    private final CheckpointLog downstream = new CheckpointLog();
    private final Gate gate = new Gate();

    private StreamExecutionEnvironment job() {
        Configuration configuration = Jobs.checkpointsIn(directory);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(100);
        env.getCheckpointConfig().setCheckpointTimeout(500);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(new LingersInItsFirstSnapshots(downstream))
                .map(downstream.<Long>probe())
                .startNewChain() // a task of its own, which hears while the other is inside
                .addSink(new Collected<>());
        return env;
    }

    @Test
    @DisplayName(
            "M7, CK-44: a timeout discards the checkpoint with all its files, and nothing else happens")
    void m7ATimeoutDiscardsTheCheckpointAndNothingElse() throws Exception {
        RunningJob job = Jobs.start(job(), "M7");
        log.awaitCompleted(3);
        job.cancel();

        assertThat(log.opened()).isEqualTo(1);
        assertThat(downstream.aborted()).contains(1L);
        assertThat(log.completed()).doesNotContainAnyElementsOf(downstream.aborted());
        CheckpointFolder folder = CheckpointFolder.at(directory);
        Path newest = folder.newest();
        assertThat(CheckpointFolder.id(newest)).isGreaterThanOrEqualTo(log.completed().get(2));
        // The late snapshot of checkpoint 1 was written after its timeout, and went too.
        assertThat(folder.files())
                .allMatch(file -> file.startsWith(newest) || file.endsWith("lock"));
    }

    @Test
    @DisplayName("CK-44: with a tolerable number set, a timeout counts")
    void ck44WithATolerableNumberSetATimeoutCounts() throws Exception {
        StreamExecutionEnvironment env = job();
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(0);
        Throwable failure = Jobs.runToFailure(env, "CK-44");
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains("Checkpoint 1", "tolerable-failed-checkpoints"));
    }

    /**
     * Is inside its first two snapshots until a task behind it has heard that the checkpoint was
     * given up. It has some state.
     */
    private static final class LingersInItsFirstSnapshots extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final CheckpointLog behind;
        private transient ListState<Long> state;
        private transient int snapshots;

        LingersInItsFirstSnapshots(CheckpointLog behind) {
            this.behind = behind;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(List.of(context.getCheckpointId()));
            if (snapshots++ < 2) {
                long id = context.getCheckpointId();
                Await.untilOrInterrupted(
                        "checkpoint " + id + " is given up", () -> behind.aborted().contains(id));
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("ids", Long.class));
        }
    }
}
