// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.chain;

/** What is called when the clock reaches a time. Runs in the task's step. */
public interface ProcessingTimeCallback {

    void onTime(long timestampMs) throws Exception;

    /** A callback that waits for its time. */
    interface Registration {
        /** It will not be called any more; no-op when it has been. */
        void cancel();
    }
}
