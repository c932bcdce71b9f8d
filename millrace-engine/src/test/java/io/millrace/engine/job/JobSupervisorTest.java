// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.checkpoint.CheckpointCoordinator;
import io.millrace.engine.checkpoint.CheckpointGraph;
import io.millrace.engine.checkpoint.CheckpointPolicy;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.Progress;
import io.millrace.engine.worker.Step;
import io.millrace.engine.worker.Workers;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobSupervisorTest {

    private final List<String> happened = new ArrayList<>();

    /** Nothing is stepped but the supervisor, by the test. */
    private static final class NoWorkers implements Workers {
        @Override
        public Handle add(Step step, Placement placement) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void io(String what, Runnable work) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void yieldUntil(Condition ready) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Clock clock() {
            return Clock.SYSTEM;
        }
    }

    private CheckpointStorage storage() {
        return (CheckpointStorage)
                Proxy.newProxyInstance(
                        CheckpointStorage.class.getClassLoader(),
                        new Class<?>[] {CheckpointStorage.class},
                        (proxy, method, arguments) -> {
                            happened.add("storage " + method.getName());
                            throw new IllegalStateException("the storage is broken too");
                        });
    }

    @Test
    void whenItBreaksItselfTheStorageIsGivenBackAndWhoeverWaitsIsTold() {
        CheckpointStorage storage = storage();
        JobContext withoutPlan =
                new JobContext(
                        new JobID(),
                        "broken",
                        null,
                        new ExecutionConfig(),
                        getClass().getClassLoader(),
                        new NoWorkers(),
                        storage,
                        StateCompression.NONE,
                        null,
                        null,
                        null,
                        FlowSizes.USUAL,
                        null,
                        null,
                        JobContext.News.ARRIVE,
                        new io.millrace.engine.metrics.MetricRegistry());
        List<JobOutcome> outcomes = new ArrayList<>();
        JobSupervisor supervisor =
                new JobSupervisor(
                        withoutPlan,
                        new SupervisorSettings(1, 1, null),
                        new CheckpointCoordinator(
                                new CheckpointGraph(List.of()),
                                new CheckpointPolicy(0, 0, 1, 1, 0, true, true, true)),
                        new CheckpointStore(storage, 1),
                        new RestartPolicy(new RestartStrategy.None(), () -> 0.5),
                        RestorePlan.EMPTY,
                        0,
                        outcomes::add);

        assertThat(supervisor.step()).isEqualTo(Progress.DONE);

        assertThat(happened).containsExactly("storage close");
        assertThat(outcomes)
                .singleElement()
                .satisfies(
                        outcome -> {
                            assertThat(outcome.state()).isEqualTo(JobState.FAILED);
                            assertThat(outcome.cause())
                                    .isInstanceOf(NullPointerException.class)
                                    .satisfies(
                                            cause ->
                                                    assertThat(cause.getSuppressed())
                                                            .singleElement()
                                                            .isInstanceOf(
                                                                    IllegalStateException.class));
                        });
        assertThat(supervisor.state()).isEqualTo(JobState.FAILED);
        supervisor.broke(new OutOfMemoryError());
        assertThat(outcomes).hasSize(1);
    }
}
