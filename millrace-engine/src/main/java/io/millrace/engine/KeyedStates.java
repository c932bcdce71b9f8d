// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.engine.job.CheckpointSettings;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateSetup;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.time.Clock;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.Pipeline;
import java.util.function.LongSupplier;

/** Makes the keyed state backends of a job, of whatever kind was chosen. */
final class KeyedStates {

    /**
     * The clock of a home that is not made yet: what the backends need outside of it is there, or
     * found missing, before anything runs.
     */
    static final class LateClock implements LongSupplier {
        private volatile Clock clock;

        void is(Clock theClock) {
            clock = theClock;
        }

        @Override
        public long getAsLong() {
            return clock.millis();
        }
    }

    private KeyedStates() {}

    static KeyedStateBackendFactory of(
            EngineSettings settings, Pipeline pipeline, ExecutionPlan plan, LongSupplier nowMs)
            throws Exception {
        StateBackend chosen = settings.keyedState();
        if (chosen == null) {
            return new HeapKeyedStateBackendFactory(
                    nowMs,
                    isIncremental(pipeline, settings.checkpoints()),
                    pipeline.configuration().get(EngineOptions.INCREMENTAL_FROM).getBytes());
        }
        return StateProviders.of(chosen, pipeline.userClassLoader())
                .backends(
                        new KeyedStateSetup(
                                chosen,
                                pipeline.configuration(),
                                pipeline.userClassLoader(),
                                pipeline.jobName(),
                                slots(plan),
                                nowMs));
    }

    private static int slots(ExecutionPlan plan) {
        int most = 1;
        for (ExecutionPlan.Vertex vertex : plan.vertices()) {
            if (vertex.operators().stream().anyMatch(each -> each.transformation().isKeyed())) {
                most = Math.max(most, vertex.parallelism());
            }
        }
        return most;
    }

    /** A manifest that has all state in it would have the same again and again in layers. */
    private static boolean isIncremental(Pipeline pipeline, CheckpointSettings checkpoints) {
        return pipeline.configuration().get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)
                && checkpoints.storage().kind() != CheckpointSettings.StorageKind.MANIFESTS;
    }
}
