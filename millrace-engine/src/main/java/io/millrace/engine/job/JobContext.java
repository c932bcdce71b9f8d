// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.exchange.FlowSizes;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.task.FusedClasses;
import io.millrace.engine.task.TaskSettings;
import io.millrace.engine.worker.Workers;
import java.util.concurrent.TimeUnit;

/**
 * What stays the same through all attempts of a job.
 *
 * @param compression of the state in checkpoints that are written; those that are read say it
 *     themselves
 * @param taskSettings those of an attempt without restored checkpoint
 * @param sizes how much may be between two tasks
 * @param loops what loops may take
 * @param news whether news of a checkpoint arrive
 * @param metrics those of the attempt that is under way
 */
public record JobContext(
        JobID jobId,
        String jobName,
        ExecutionPlan plan,
        ExecutionConfig executionConfig,
        ClassLoader userClassLoader,
        Workers workers,
        CheckpointStorage storage,
        StateCompression compression,
        KeyedStateBackendFactory backends,
        TaskSettings taskSettings,
        OperatorSettings operatorSettings,
        FlowSizes sizes,
        FusedClasses fusedClasses,
        LoopSettings loops,
        News news,
        MetricRegistry metrics) {

    /** Milliseconds from any origin, which never go back; for durations. */
    long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(workers.clock().nanos());
    }

    /**
     * That a checkpoint is complete, or given up, is told to tasks as best one can (CK-92, CK-93).
     */
    public interface News {
        /** Always, but in a simulation. */
        News ARRIVE = checkpointId -> true;

        /**
         * Whether the next letter about this checkpoint, to one task, arrives. Supervisor's step.
         */
        boolean reach(long checkpointId);
    }
}
