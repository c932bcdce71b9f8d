// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.operators;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;

/** Tells the time, and calls back at a later one, from the task's thread. */
@PublicEvolving
public interface ProcessingTimeService {

    /** Milliseconds since the epoch. */
    long getCurrentProcessingTime();

    /**
     * Calls back at a time.
     *
     * @param timestamp milliseconds since the epoch; if it has passed, as soon as possible
     * @return lets the call be cancelled
     */
    ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target);

    /** What is called back. */
    @PublicEvolving
    interface ProcessingTimeCallback {

        /**
         * The time has come.
         *
         * @param time the time registered for
         */
        void onProcessingTime(long time) throws IOException, InterruptedException, Exception;
    }
}
