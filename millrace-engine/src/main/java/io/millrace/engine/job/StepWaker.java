// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.worker.Workers;

/**
 * Wakes a step that may not have been handed to the workers yet; that is not lost, for a new step
 * runs once.
 */
final class StepWaker implements Runnable {

    private volatile Workers.Handle handle;

    /** The step is being stepped now. */
    void connect(Workers.Handle handle) {
        this.handle = handle;
        handle.wake(); // for wakes that came before
    }

    Workers.Handle handle() {
        return handle;
    }

    @Override
    public void run() {
        Workers.Handle known = handle;
        if (known != null) {
            known.wake();
        }
    }
}
