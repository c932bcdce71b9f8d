// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.api.common.io.ratelimiting;

import io.millrace.api.common.functions.RuntimeContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Shares the rate among the subtasks, and holds each to its share: who took much waits the next
 * time. Called so because in Flink it stands on Guava; this one stands on nothing.
 */
public class GuavaFlinkConnectorRateLimiter implements FlinkConnectorRateLimiter {

    private static final long serialVersionUID = 1L;

    private long globalRate;
    private transient double perSecond;

    /** When all that was taken so far has been paid for. */
    private transient long due;

    @Override
    public void open(RuntimeContext runtimeContext) {
        if (globalRate <= 0) {
            throw new IllegalStateException("setRate was not called with a rate above 0");
        }
        perSecond =
                (double) globalRate / runtimeContext.getTaskInfo().getNumberOfParallelSubtasks();
        due = System.nanoTime();
    }

    @Override
    public void setRate(long rate) {
        globalRate = rate;
    }

    @Override
    public void acquire(int permits) {
        boolean interrupted = false;
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted(); // it would not park otherwise
        }
        due =
                Math.max(due, System.nanoTime())
                        + (long) (permits / perSecond * TimeUnit.SECONDS.toNanos(1));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public long getRate() {
        return globalRate;
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
