// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.Throwables;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Functions that fail while they take their snapshot. */
class FailingSnapshotTest {

    @Test
    @DisplayName("C07: an exception in snapshotState fails the job, however many failures are tolerated")
    void c07AnExceptionInSnapshotStateFailsTheJob() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(50);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(100);
        Shared<AtomicInteger> started = Shared.of(new AtomicInteger());
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(new Gate())),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(new FailsInSnapshot(started))
                .name("bad")
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "C07");

        assertThat(started.get()).hasValue(1);
        assertThat(Throwables.root(failure))
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("sync-snap");
        assertThat(Throwables.messages(failure))
                .anySatisfy(message -> assertThat(message).contains("'bad'").containsPattern("\\b1\\b"));
    }

    private static final class FailsInSnapshot extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;
        private final Shared<AtomicInteger> started;

        FailsInSnapshot(Shared<AtomicInteger> started) {
            this.started = started;
        }

        @Override
        public void open(OpenContext context) {
            started.get().incrementAndGet();
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            throw new IllegalStateException("sync-snap");
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }
}
