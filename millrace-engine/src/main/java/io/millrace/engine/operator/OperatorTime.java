// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;
import io.millrace.util.clock.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The task's clock and alarm as a custom operator sees them. Used on the task's step only. */
final class OperatorTime implements ProcessingTimeService {

    private final TaskTime time;
    private final Clock clock;
    private boolean quiet;

    OperatorTime(OperatorContext context) {
        this.time = new TaskTime(context);
        this.clock = new TaskClock(context);
    }

    @Override
    public Clock getClock() {
        return clock;
    }

    @Override
    public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
        return time.registerTimer(
                timestamp,
                reached -> {
                    if (!quiet) {
                        target.onProcessingTime(reached);
                    }
                });
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(
            ProcessingTimeCallback callback, long initialDelay, long period) {
        return new Again(callback, period, true).begin(initialDelay);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
            ProcessingTimeCallback callback, long initialDelay, long period) {
        return new Again(callback, period, false).begin(initialDelay);
    }

    /** Calls come on the task's step, so none is under way when this is called there. */
    @Override
    public CompletableFuture<Void> quiesce() {
        quiet = true;
        return CompletableFuture.completedFuture(null);
    }

    /** Callbacks one after the other; done only when cancelled. */
    private final class Again extends CompletableFuture<Void> implements ScheduledFuture<Void> {
        private final ProcessingTimeCallback callback;
        private final long period;
        private final boolean fixedRate;
        private ScheduledFuture<?> next;

        Again(ProcessingTimeCallback callback, long period, boolean fixedRate) {
            if (period <= 0) {
                throw new IllegalArgumentException(
                        "A callback comes again after a period of at least 1 ms, not " + period);
            }
            this.callback = callback;
            this.period = period;
            this.fixedRate = fixedRate;
        }

        Again begin(long initialDelay) {
            register(getCurrentProcessingTime() + initialDelay);
            return this;
        }

        private void register(long timestamp) {
            next =
                    registerTimer(
                            timestamp,
                            reached -> {
                                callback.onProcessingTime(reached);
                                if (!isDone()) {
                                    register(
                                            (fixedRate ? reached : getCurrentProcessingTime())
                                                    + period);
                                }
                            });
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            next.cancel(false);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return next.getDelay(unit);
        }

        @Override
        public int compareTo(Delayed other) {
            return next.compareTo(other);
        }
    }

    /** The clock that the engine runs by. */
    private static final class TaskClock extends Clock {
        private final OperatorContext context;

        TaskClock(OperatorContext context) {
            this.context = context;
        }

        @Override
        public long absoluteTimeMillis() {
            return context.clock().millis();
        }

        @Override
        public long relativeTimeMillis() {
            return TimeUnit.NANOSECONDS.toMillis(relativeTimeNanos());
        }

        @Override
        public long relativeTimeNanos() {
            return context.clock().nanos();
        }
    }
}
