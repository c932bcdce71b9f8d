// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.engine.metrics.OperatorMetrics;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.time.Clock;
import io.millrace.spi.JobOwner;
import java.util.OptionalLong;

/** All that an operator may know and use of its surroundings. Used by the chain's task only. */
public interface OperatorContext {

    JobID jobId();

    String jobName();

    OperatorId operatorId();

    /** The user's uid, null when none was given. */
    String uid();

    /** The operator's name, as the user gave it or by default. */
    String operatorName();

    /**
     * What Flink calls the name of the task: what the names of the operators make together that are
     * chained where nothing is keyed, {@code a -> (b, c -> d)}.
     */
    default String taskName() {
        return operatorName();
    }

    int subtask();

    int parallelism();

    int maxParallelism();

    /** 0 for the first try at running the job's tasks. */
    int attempt();

    ExecutionConfig executionConfig();

    ClassLoader userClassLoader();

    Clock clock();

    /**
     * The same clock, but for its {@code nanos}, which stand still while the task takes no input
     * because there is no room for what it puts out, or because an operator holds it back. For
     * idleness of input.
     */
    Clock inputClock();

    /** Where all that makes watermarks in this attempt writes down how far it has come. */
    WatermarkBoard watermarks();

    OperatorMetrics metrics();

    /** What the operator's function counts. */
    Accumulators accumulators();

    /** Keyed state; null when the operator is not keyed. */
    KeyedStateBackend<?> keyedState();

    OperatorStateBackend operatorState();

    /**
     * Present when this operator's state was in the snapshot that the job restored (section 9,
     * CK-97).
     */
    OptionalLong restoredCheckpointId();

    /**
     * Whether the operator had finished in the snapshot that it is restored from. Then it is opened
     * with its state only for what is left to be committed: no record and no timer comes, its
     * {@link Operator#finish} is not called again, and what it remembers of the end of its input
     * without keeping it in state it has to take from here. From the construction of the operator
     * on.
     */
    default boolean hadFinished() {
        return false;
    }

    /**
     * Calls back in the task's step when the clock has reached {@code timestampMs}; overdue ones at
     * the next step.
     */
    ProcessingTimeCallback.Registration schedule(long timestampMs, ProcessingTimeCallback callback);

    /**
     * The same for what may bring records: like input it waits while an operator behind this one
     * holds the input, and then takes turns with it.
     */
    default ProcessingTimeCallback.Registration scheduleLikeInput(
            long timestampMs, ProcessingTimeCallback callback) {
        return schedule(timestampMs, callback);
    }

    /**
     * Whether an operator behind this one holds the input. For what may emit many records in one
     * call of {@link #scheduleLikeInput}: it should stop here, and go on in another.
     */
    default boolean isHeldBehind() {
        return false;
    }

    /** Runs {@code action} in the task's step soon. The one method that any thread may call. */
    void execute(Action action);

    /**
     * While this is on, the task takes nothing from its inputs or its source: the operator has no
     * room for more. Timers of those before it in the chain wait as well. What records before it
     * bring with them may still come. Off at first.
     */
    void holdInput(boolean hold);

    /**
     * Sends a letter to the coordinator of this source (split request, reader registration, user's
     * event).
     */
    void sendToCoordinator(Object event);

    /**
     * For what may go on for long, or for ever, within one step: leaves it, by an exception that
     * the task knows, once the task is asked to cancel.
     */
    void checkCancelled();

    /**
     * The operator stands between two timers of one watermark, and its state is as a snapshot may
     * have it: a checkpoint whose barrier overtakes may be taken within this call, if that was
     * asked for. What the watermark has still to do is done after a restore, too.
     */
    default void betweenTimers() {}

    /** Where to register for the end of each key; null unless the job is a batch job. */
    default EndOfKeys endOfKeys() {
        return null;
    }

    /** Whether checkpoints are taken at all. */
    boolean checkpointingEnabled();

    /** Which of the processes that have run the job this one is, for what writes outside. */
    default JobOwner owner() {
        return JobOwner.UNKNOWN;
    }

    /** Something to do in the task's step. */
    interface Action {
        void run() throws Exception;
    }
}
