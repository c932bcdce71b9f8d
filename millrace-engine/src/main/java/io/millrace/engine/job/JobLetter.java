// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.checkpoint.CheckpointRequest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.task.Flow;
import io.millrace.engine.task.TaskFailure;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskListener;
import io.millrace.util.OptionalFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What can happen to a job, as its supervisor hears of it: the list of letters is the list of what
 * can happen.
 */
sealed interface JobLetter {

    /** A letter of one attempt; thrown away unread when the attempt is over, save for snapshots. */
    sealed interface OfAttempt extends JobLetter {
        int attempt();
    }

    /** A letter of one task. */
    sealed interface OfTask extends OfAttempt {
        TaskKey task();

        @Override
        default int attempt() {
            return task().attempt();
        }
    }

    /** A letter about a checkpoint, which {@link Checkpointing} opens. */
    sealed interface OfCheckpoint extends JobLetter {}

    record Running(TaskKey task) implements OfTask {}

    record Acknowledged(TaskKey task, TaskSnapshot snapshot, boolean afterEnd)
            implements OfTask, OfCheckpoint {}

    record Declined(
            TaskKey task,
            long checkpointId,
            TaskListener.Decline reason,
            String operator,
            Throwable cause)
            implements OfTask, OfCheckpoint {}

    record Accumulators(TaskKey task, long question, List<AccumulatorValue> values)
            implements OfTask {}

    record FlowTold(TaskKey task, long question, Flow flow) implements OfTask {}

    record EndOfData(TaskKey task) implements OfTask {}

    record Finished(TaskKey task) implements OfTask {}

    record Canceled(TaskKey task) implements OfTask {}

    record Failed(TaskFailure failure) implements OfTask {
        @Override
        public TaskKey task() {
            return failure.key();
        }
    }

    record ToCoordinator(TaskKey task, OperatorId operator, Object event) implements OfTask {}

    /** A source's coordinator has taken its snapshot. */
    record CoordinatorSnapshot(int attempt, long checkpointId, OperatorId operator, byte[] state)
            implements OfAttempt, OfCheckpoint {}

    /** A source's coordinator could not take its snapshot, and goes on. */
    record CoordinatorDeclined(int attempt, long checkpointId, OperatorId operator, Throwable cause)
            implements OfAttempt, OfCheckpoint {}

    /** A source's coordinator failed, and with it the job. */
    record CoordinatorFailed(int attempt, OperatorId operator, String name, Throwable cause)
            implements OfAttempt {}

    /** A source's enumerator says whether it is behind its input. */
    record Backlog(int attempt, OperatorId operator, boolean behind)
            implements OfAttempt, OfCheckpoint {}

    /** A source's coordinator is closed. */
    record CoordinatorEnded(int attempt, OperatorId operator) implements OfAttempt {}

    /**
     * A savepoint's directory was made; or, where there is a cause, could not be.
     *
     * @param pointer null when it could not
     */
    record SavepointPlace(long checkpointId, String pointer, Throwable cause)
            implements OfCheckpoint {}

    /** The manifest is visible. */
    record Published(CompletedCheckpoint checkpoint) implements OfCheckpoint {}

    /** The manifest could not be made visible. */
    record NotPublished(long checkpointId, Throwable cause) implements OfCheckpoint {}

    /** A removal of checkpoints has ended, well or not. */
    record Removed() implements OfCheckpoint {}

    /**
     * The checkpoint to restore from was read; {@code plan} is null when {@code cause} says why
     * not.
     */
    record Restored(int attempt, RestorePlan plan, Throwable cause) implements OfAttempt {}

    /** Somebody asks how the accumulators stand. */
    record TellAccumulators(CompletableFuture<Map<String, OptionalFailure<Object>>> answer)
            implements JobLetter {}

    /** Somebody asks for a checkpoint or a savepoint. */
    record Ask(CheckpointRequest request, CompletableFuture<CompletedCheckpoint> answer)
            implements OfCheckpoint {}

    /**
     * It was looked whether the savepoint that was asked for can be written where it is to go.
     *
     * @param cause why not; null if it can
     */
    record Looked(CheckpointRequest request, Throwable cause) implements OfCheckpoint {}

    /** Cancel the job. */
    record Cancel() implements JobLetter {}

    /** Stop the job and keep its checkpoints. */
    record Suspend() implements JobLetter {}

    /**
     * The job's checkpoints were kept or removed, as its end demands.
     *
     * @param kept pointers of those that stay, newest first
     * @param accumulators what those of the last attempt amount to
     * @param cause why not all could be removed; null when all could
     */
    record CleanedUp(
            List<String> kept, Map<String, OptionalFailure<Object>> accumulators, Throwable cause)
            implements JobLetter {}
}
