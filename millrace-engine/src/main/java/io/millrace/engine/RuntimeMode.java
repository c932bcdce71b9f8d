// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.spi.BoundedFunction;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Transformation;
import java.util.List;

/** Decides whether a job runs as a stream or as a batch. */
final class RuntimeMode {

    private RuntimeMode() {}

    /**
     * Whether it runs as a batch.
     *
     * @throws IllegalStateException when it is to, and has a source without end
     * @throws UnsupportedOperationException when it is to, and has a loop or begins from a
     *     checkpoint
     */
    static boolean isBatch(Pipeline pipeline) {
        RuntimeExecutionMode mode = pipeline.configuration().get(ExecutionOptions.RUNTIME_MODE);
        if (mode == RuntimeExecutionMode.STREAMING) {
            return false;
        }
        OperatorTransformation<?> unbounded = unbounded(pipeline);
        OperatorTransformation<?> loop = loop(pipeline);
        if (mode == RuntimeExecutionMode.AUTOMATIC && (unbounded != null || loop != null)) {
            return false;
        }
        String asSet = ExecutionOptions.RUNTIME_MODE.key() + " = " + mode;
        if (unbounded != null) {
            throw new IllegalStateException(
                    "A batch job ("
                            + asSet
                            + ") needs sources that end, and source "
                            + unbounded
                            + (unbounded.spec() instanceof OperatorSpec.FunctionSource
                                    ? " is a SourceFunction, of which nobody knows whether it does"
                                    : " says that it does not")
                            + ". Use another source, or run the job as a stream ("
                            + RuntimeExecutionMode.STREAMING
                            + "), or leave it to the sources ("
                            + RuntimeExecutionMode.AUTOMATIC
                            + ").");
        }
        if (loop != null) {
            throw new UnsupportedOperationException(
                    "A batch job ("
                            + asSet
                            + ") can't have a loop, and there is one at operator "
                            + loop
                            + ". Run the job as a stream: "
                            + RuntimeExecutionMode.STREAMING
                            + '.');
        }
        String path = pipeline.configuration().get(StateRecoveryOptions.SAVEPOINT_PATH);
        if (path != null) {
            throw new UnsupportedOperationException(
                    "A batch job ("
                            + asSet
                            + ") has no checkpoints and always begins at the beginning, but "
                            + StateRecoveryOptions.SAVEPOINT_PATH.key()
                            + " = "
                            + path
                            + " names one to go on from.");
        }
        return true;
    }

    private static OperatorTransformation<?> unbounded(Pipeline pipeline) {
        for (OperatorTransformation<?> operator : pipeline.operators()) {
            if (operator.spec() instanceof OperatorSpec.Source source
                    && source.source().getBoundedness() != Boundedness.BOUNDED) {
                return operator;
            }
            if (operator.spec() instanceof OperatorSpec.FunctionSource source
                    && !(source.function() instanceof BoundedFunction)) {
                return operator;
            }
        }
        return null;
    }

    private static OperatorTransformation<?> loop(Pipeline pipeline) {
        for (OperatorTransformation<?> operator : pipeline.operators()) {
            for (Transformation<?> input : operator.inputs()) {
                Transformation<?> from = input;
                while (from instanceof PartitionTransformation) {
                    from = from.inputs().get(0);
                }
                if (from instanceof FeedbackTransformation) {
                    return operator;
                }
            }
        }
        return null;
    }

    /** The same program without checkpoints (CK-19); says so once. */
    static Pipeline withoutCheckpoints(Pipeline pipeline, List<Notice> notices) {
        if (!pipeline.configuration().contains(CheckpointingOptions.CHECKPOINTING_INTERVAL)) {
            return pipeline;
        }
        notices.add(
                Notice.info(
                        "This is a batch job, so it takes no checkpoints, though "
                                + CheckpointingOptions.CHECKPOINTING_INTERVAL.key()
                                + " is set: if it fails and may restart, it begins anew."));
        Configuration configuration = new Configuration(pipeline.configuration());
        configuration.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        return new Pipeline(
                pipeline.jobName(),
                pipeline.jobId(),
                pipeline.operators(),
                configuration,
                pipeline.executionConfig(),
                pipeline.stateBackend(),
                pipeline.checkpointStorage(),
                pipeline.userClassLoader());
    }
}
