// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Internal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** So many records, and then none until a checkpoint has completed. */
@Internal
public class GatedRateLimiter implements RateLimiter {

    private final int capacityPerCycle;
    private int left;
    private CompletableFuture<Void> gate;

    /**
     * A limiter of one subtask.
     *
     * @throws IllegalArgumentException when not positive
     */
    public GatedRateLimiter(int capacityPerCycle) {
        if (capacityPerCycle <= 0) {
            throw new IllegalArgumentException(
                    "At least one record per checkpoint must be allowed, not " + capacityPerCycle);
        }
        this.capacityPerCycle = capacityPerCycle;
        this.left = capacityPerCycle;
    }

    @Override
    public CompletionStage<Void> acquire() {
        if (left > 0) {
            left--;
            return CompletableFuture.completedFuture(null);
        }
        gate = new CompletableFuture<>();
        return gate;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) {
        left = capacityPerCycle;
        if (gate != null && !gate.isDone()) {
            left--; // for who waits
            gate.complete(null);
        }
    }
}
