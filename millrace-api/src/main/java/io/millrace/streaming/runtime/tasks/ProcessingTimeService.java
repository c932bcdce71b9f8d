// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.tasks;

import io.millrace.annotation.Internal;
import io.millrace.util.clock.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;

/**
 * The clock, and callbacks by it. Callbacks come between two records, as all calls of an operator
 * do.
 */
@Internal
public interface ProcessingTimeService
        extends io.millrace.api.common.operators.ProcessingTimeService {

    Clock getClock();

    @Override
    default long getCurrentProcessingTime() {
        return getClock().absoluteTimeMillis();
    }

    /**
     * Calls back again and again, each time one period after the time of the last.
     *
     * @param initialDelay milliseconds until the first call
     * @param period milliseconds
     * @return lets the calls be cancelled
     */
    ScheduledFuture<?> scheduleAtFixedRate(
            ProcessingTimeCallback callback, long initialDelay, long period);

    /**
     * Calls back again and again, each time one period after the last call returned.
     *
     * @param initialDelay milliseconds until the first call
     * @param period milliseconds
     * @return lets the calls be cancelled
     */
    ScheduledFuture<?> scheduleWithFixedDelay(
            ProcessingTimeCallback callback, long initialDelay, long period);

    /** No call comes any more. */
    CompletableFuture<Void> quiesce();
}
