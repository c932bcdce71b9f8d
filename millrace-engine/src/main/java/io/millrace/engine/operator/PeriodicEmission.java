// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback;

/**
 * Calls back every {@code pipeline.auto-watermark-interval}, from {@link #start} to {@link #stop}.
 */
final class PeriodicEmission {

    private final OperatorContext context;
    private final Runnable emission;
    private final long intervalMs;
    private ProcessingTimeCallback.Registration next;
    private boolean stopped;

    PeriodicEmission(OperatorContext context, Runnable emission) {
        this.context = context;
        this.emission = emission;
        this.intervalMs = context.executionConfig().getAutoWatermarkInterval();
    }

    /** An interval of 0 means: no periodic emission. */
    void start() {
        if (intervalMs > 0 && !stopped) {
            next = context.scheduleLikeInput(context.clock().millis() + intervalMs, this::onTime);
        }
    }

    private void onTime(long timestampMs) {
        next = null;
        if (!stopped) {
            emission.run();
            start();
        }
    }

    /** Idempotent. */
    void stop() {
        stopped = true;
        if (next != null) {
            next.cancel();
            next = null;
        }
    }
}
