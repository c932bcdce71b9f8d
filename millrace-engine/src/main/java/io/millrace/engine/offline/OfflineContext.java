// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.chain.Accumulators;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.engine.metrics.OperatorCounters;
import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.time.Clock;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Where an operator is that only builds state: alone in its job, with all key groups. Time does not
 * call back: timers that are registered stay in the state.
 */
class OfflineContext implements OperatorContext {

    private final String jobName;
    private final String uid;
    private final OperatorId id;
    private final int parallelism;
    private final int maxParallelism;
    private final ExecutionConfig config;
    private final ClassLoader loader;
    private final Clock clock;
    private final KeyedStateBackend<?> keyedState;
    private final OperatorStateBackend operatorState;
    private final JobID job = new JobID();
    private final WatermarkBoard watermarks = new WatermarkBoard();
    private final Accumulators accumulators;
    private final OperatorMetrics metrics;

    OfflineContext(
            String jobName,
            String uid,
            OperatorId id,
            int parallelism,
            int maxParallelism,
            ExecutionConfig config,
            ClassLoader loader,
            Clock clock,
            KeyedStateBackend<?> keyedState,
            OperatorStateBackend operatorState) {
        this.jobName = jobName;
        this.uid = uid;
        this.id = id;
        this.parallelism = parallelism;
        this.maxParallelism = maxParallelism;
        this.config = config;
        this.loader = loader;
        this.clock = clock;
        this.keyedState = keyedState;
        this.operatorState = operatorState;
        this.accumulators = new Accumulators(uid);
        this.metrics =
                new OperatorCounters(
                        Map.of(
                                "<job_id>",
                                job.toString(),
                                "<job_name>",
                                jobName,
                                "<task_name>",
                                uid,
                                "<task_attempt_num>",
                                "0",
                                "<subtask_index>",
                                "0",
                                "<operator_id>",
                                id.value(),
                                "<operator_name>",
                                uid),
                        new MetricRegistry(),
                        uid,
                        0);
    }

    void close() {
        if (keyedState != null) {
            keyedState.close();
        }
        operatorState.close();
    }

    @Override
    public JobID jobId() {
        return job;
    }

    @Override
    public String jobName() {
        return jobName;
    }

    @Override
    public OperatorId operatorId() {
        return id;
    }

    @Override
    public String uid() {
        return uid;
    }

    @Override
    public String operatorName() {
        return uid;
    }

    @Override
    public int subtask() {
        return 0;
    }

    @Override
    public int parallelism() {
        return parallelism;
    }

    @Override
    public int maxParallelism() {
        return maxParallelism;
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public ExecutionConfig executionConfig() {
        return config;
    }

    @Override
    public ClassLoader userClassLoader() {
        return loader;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Clock inputClock() {
        return clock;
    }

    @Override
    public WatermarkBoard watermarks() {
        return watermarks;
    }

    @Override
    public OperatorMetrics metrics() {
        return metrics;
    }

    @Override
    public Accumulators accumulators() {
        return accumulators;
    }

    @Override
    public KeyedStateBackend<?> keyedState() {
        return keyedState;
    }

    @Override
    public OperatorStateBackend operatorState() {
        return operatorState;
    }

    @Override
    public OptionalLong restoredCheckpointId() {
        return OptionalLong.empty();
    }

    /** Never: what is due is due in the job that begins from the state. */
    @Override
    public ProcessingTimeCallback.Registration schedule(
            long timestampMs, ProcessingTimeCallback callback) {
        return () -> {};
    }

    @Override
    public void execute(Action action) {
        throw new UnsupportedOperationException(
                "An operator that only builds state takes no mail.");
    }

    @Override
    public void holdInput(boolean hold) {
        throw new UnsupportedOperationException(
                "An operator that only builds state can't hold its input.");
    }

    @Override
    public void sendToCoordinator(Object event) {
        throw new UnsupportedOperationException(
                "An operator that only builds state has no coordinator.");
    }

    @Override
    public void checkCancelled() {
        // nobody can cancel it but by ending its thread
    }

    @Override
    public boolean checkpointingEnabled() {
        return true;
    }
}
