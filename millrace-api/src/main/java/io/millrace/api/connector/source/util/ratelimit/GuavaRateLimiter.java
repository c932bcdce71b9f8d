// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Internal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * So many records in a second by the machine's clock, each at a steady distance from the one
 * before; what was not used may be made up for, up to a second's worth. The name is Flink's; Guava
 * has no part in this one, and nothing blocks: the JDK's own timer completes what has to wait.
 */
@Internal
public class GuavaRateLimiter implements RateLimiter {

    private final Pace pace;

    /**
     * A limiter of one subtask.
     *
     * @throws IllegalArgumentException when not positive
     */
    public GuavaRateLimiter(double recordsPerSecond) {
        this.pace = new Pace(recordsPerSecond);
    }

    @Override
    public CompletionStage<Void> acquire() {
        long wait = pace.take(System.nanoTime());
        CompletableFuture<Void> permit = new CompletableFuture<>();
        return wait <= 0
                ? CompletableFuture.completedFuture(null)
                : permit.completeOnTimeout(null, wait, TimeUnit.NANOSECONDS);
    }
}
