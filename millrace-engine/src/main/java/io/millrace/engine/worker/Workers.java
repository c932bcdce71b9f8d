// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import io.millrace.engine.time.Clock;

/**
 * Where steps meet threads. In production a pool; in a simulation one thread that draws the order
 * from a seed.
 */
public interface Workers {

    /** On whose thread a step runs. */
    enum Placement {
        /** With others on a few shared threads. */
        SHARED,
        /** On a thread of its own, because it is known to block. */
        OWN_THREAD
    }

    /** Begins stepping. Any thread. */
    Handle add(Step step, Placement placement);

    /**
     * Runs work of the engine's that may block (files) outside the steps. Any thread.
     *
     * @param what for logs and stack dumps
     */
    void io(String what, Runnable work);

    /**
     * Runs a call of the user's that may hang, outside the steps and without keeping the engine's
     * own work waiting. It is interrupted when the workers close. Any thread.
     *
     * @param what for logs and stack dumps
     */
    default void call(String what, Runnable work) {
        io(what, work);
    }

    /**
     * For a step in the middle of a call that can't go on until {@code ready} holds (an output
     * beyond its surplus): gives the other steps their turn until it does. Called on the step's
     * thread, inside {@link Step#step}.
     *
     * @throws InterruptedException when the stuck call was interrupted to cancel it
     */
    void yieldUntil(Condition ready) throws InterruptedException;

    /** The clock these workers live by. */
    Clock clock();

    /** What {@link #yieldUntil} waits for. */
    interface Condition {
        boolean holds();
    }

    /** A step that is being stepped. Any thread. */
    interface Handle {
        /** Something has arrived: step soon. Cheap when the step is running already. */
        void wake();

        /** Interrupts the thread that is inside the step right now, if any; for stuck user code. */
        void interrupt();

        /** The stack of the thread that is inside the step right now; empty when none is. */
        StackTraceElement[] stack();
    }
}
