// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.spi.ReaderTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A rate in time by the clock of the task, whose timers wake it: no thread but the task's. */
final class ClockedRateLimiter implements RateLimiter {

    private static final long NANOS_PER_MS = 1_000_000;

    private final Pace pace;
    private final ReaderTime time;

    ClockedRateLimiter(double perSecond, ReaderTime time) {
        this.pace = new Pace(perSecond);
        this.time = time;
    }

    @Override
    public CompletionStage<Void> acquire() {
        long wait = pace.take(time.nanos());
        if (wait <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> permit = new CompletableFuture<>();
        time.after((wait + NANOS_PER_MS - 1) / NANOS_PER_MS, () -> permit.complete(null));
        return permit;
    }
}
