// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.task.TaskSettings;
import io.millrace.engine.worker.Workers;

/**
 * What stays the same through all attempts of a job.
 *
 * @param taskSettings those of an attempt without restored checkpoint
 */
public record JobContext(
        JobID jobId,
        String jobName,
        ExecutionPlan plan,
        ExecutionConfig executionConfig,
        ClassLoader userClassLoader,
        Workers workers,
        CheckpointStorage storage,
        KeyedStateBackendFactory backends,
        TaskSettings taskSettings,
        OperatorSettings operatorSettings) {}
