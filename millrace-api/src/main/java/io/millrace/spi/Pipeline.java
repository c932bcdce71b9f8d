// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.StateBackend;
import java.util.List;

/**
 * All that one program said: the graph and the settings.
 *
 * @param jobName name of the job; {@code latest} finds its checkpoints by it
 * @param jobId null to let the engine choose (it continues the old one when resuming from latest)
 * @param operators every operator of the program, in the order of its calls
 * @param configuration the effective configuration: file and -D values overlaid by what the code
 *     set, under Flink's keys
 * @param executionConfig parallelism, types, registered serializers, object reuse
 * @param stateBackend the backend the code chose, null when it chose none
 * @param checkpointStorage the storage the code chose, null when it chose none
 * @param userClassLoader loads the user's classes
 */
public record Pipeline(
        String jobName,
        JobID jobId,
        List<OperatorTransformation<?>> operators,
        Configuration configuration,
        ExecutionConfig executionConfig,
        StateBackend stateBackend,
        CheckpointStorage checkpointStorage,
        ClassLoader userClassLoader) {}
