// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.ProcessingTimeCallback.Registration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The task's clock and alarm as a sink sees them. */
record TaskTime(OperatorContext context) implements ProcessingTimeService {

    @Override
    public long getCurrentProcessingTime() {
        return context.clock().millis();
    }

    @Override
    public ScheduledFuture<?> registerTimer(long time, ProcessingTimeCallback target) {
        Alarm alarm = new Alarm(context, time);
        alarm.registration =
                context.scheduleLikeInput(
                        time,
                        reached -> {
                            target.onProcessingTime(time);
                            alarm.complete(null);
                        });
        return alarm;
    }

    private static final class Alarm extends CompletableFuture<Void>
            implements ScheduledFuture<Void> {
        private final OperatorContext context;
        private final long time;
        private Registration registration;

        Alarm(OperatorContext context, long time) {
            this.context = context;
            this.time = time;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            registration.cancel();
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - context.clock().millis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
        }
    }
}
