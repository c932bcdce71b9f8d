// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

import io.millrace.core.io.InputStatus;
import java.util.concurrent.CompletableFuture;

/** The head of a chain that has no input: it is asked for records. */
public interface SourceOperator extends Operator {

    /**
     * Emits at most one record (or what belongs to one), and tells whether there may be more right
     * now. After END_OF_INPUT it is not called again.
     */
    InputStatus emitNext() throws Exception;

    /** Completes when {@link #emitNext} is worth calling again, after NOTHING_AVAILABLE. */
    CompletableFuture<?> available();

    /**
     * A letter from the source's coordinator: splits, no more splits, or an event of the user's.
     */
    void handleEvent(Object event) throws Exception;

    /**
     * Asks that until {@link #unlock} no user code of this source runs beside the task; returns
     * true once it is so. Sources without a thread of their own answer true at once. The task calls
     * it before a snapshot or a notification, and goes on stepping (emitting what the source hands
     * over) while the answer is false.
     */
    boolean tryLock();

    /** Ends what {@link #tryLock} began; a no-op when nothing was begun. */
    void unlock();

    /**
     * Cancels a source with an endless method of its own; idempotent, also before {@link #open}.
     */
    void cancel();
}
