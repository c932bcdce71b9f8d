// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.List;

/**
 * What is done to records: the contract between one operator of a chain and the task that runs it.
 * All calls come from the task's step, never two at once (CK-51).
 *
 * <p>Order of a life: {@link #initializeState} and {@link #open} (tail of the chain first),
 * records, snapshots and notifications, {@link #finish} (head first; only at the normal end of
 * data), {@link #close} (tail first; always, also when an earlier call threw). At a barrier: {@link
 * #prepareBarrier} (head first, may emit), then the barrier goes out, then {@link #snapshotState}
 * (tail first, must not emit), then the task freezes the operator's keyed and operator state.
 */
public interface Operator {

    /** One per input; the second only where the operator has two. Empty for a source. */
    List<Input<?>> inputs();

    /** Registers and restores state; before {@link #open}. */
    void initializeState() throws Exception;

    void open() throws Exception;

    /**
     * Whether it holds records that it has taken and will pass on by itself, when somebody else has
     * done something. While it says so its task does not take its input for ended.
     */
    default boolean holdsRecords() {
        return false;
    }

    /**
     * Whether, now that its inputs have ended, it has records to pass on piece by piece before it
     * finishes; {@link #emitHeldBack} is called until it has none.
     */
    default boolean hasHeldBack() {
        return false;
    }

    /** Passes on some of them: as many as the ways behind it can be expected to take. */
    default void emitHeldBack() throws Exception {}

    /**
     * End of data on all inputs: what is still held may be emitted. Not called on failure or
     * cancel.
     */
    void finish() throws Exception;

    /**
     * Before barrier {@code checkpointId} is sent on; may emit records, which then lie before the
     * barrier.
     */
    void prepareBarrier(long checkpointId) throws Exception;

    /** Puts into operator state what is held elsewhere; must not emit. */
    void snapshotState(FunctionSnapshotContext context) throws Exception;

    /** The checkpoint is durable; may come late, and a newer one implies it (CK-92). */
    void notifyCheckpointComplete(long checkpointId) throws Exception;

    /** The checkpoint will never complete; best effort (CK-93). */
    void notifyCheckpointAborted(long checkpointId) throws Exception;

    /**
     * Whether, after {@link #finish}, the task must stay until a checkpoint that began after it has
     * completed: true for sinks that commit (CK-61).
     */
    boolean needsFinalCheckpoint();

    /**
     * Whether the operator emits when it is told of a complete checkpoint. Then its task passes on
     * the end of data only when the checkpoint it stays for has completed, for what comes out with
     * that one must find its receivers still at work.
     */
    default boolean emitsWhenComplete() {
        return false;
    }

    /** The checkpoint that the task stayed for has completed; the last call that may emit. */
    default void lastCheckpointCompleted() throws Exception {}

    /**
     * Frees what was opened. Must bear being called after any failure, even before {@link #open}.
     */
    void close() throws Exception;
}
