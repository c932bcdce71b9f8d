// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.streaming.api.TimerService;

/** Tells the time where there are no keys, and so no timers (ST-45). */
final class UnkeyedTimerService implements TimerService {

    private final OperatorContext context;

    /** Set by the operator as its watermark moves. */
    long watermark = Long.MIN_VALUE;

    UnkeyedTimerService(OperatorContext context) {
        this.context = context;
    }

    @Override
    public long currentProcessingTime() {
        return context.clock().millis();
    }

    @Override
    public long currentWatermark() {
        return watermark;
    }

    @Override
    public void registerProcessingTimeTimer(long time) {
        throw refused(UNSUPPORTED_REGISTER_TIMER_MSG);
    }

    @Override
    public void registerEventTimeTimer(long time) {
        throw refused(UNSUPPORTED_REGISTER_TIMER_MSG);
    }

    @Override
    public void deleteProcessingTimeTimer(long time) {
        throw refused(UNSUPPORTED_DELETE_TIMER_MSG);
    }

    @Override
    public void deleteEventTimeTimer(long time) {
        throw refused(UNSUPPORTED_DELETE_TIMER_MSG);
    }

    private UnsupportedOperationException refused(String message) {
        return new UnsupportedOperationException(
                message
                        + " Operator '"
                        + context.operatorName()
                        + "' is not keyed: call keyBy(...) on the stream before it.");
    }
}
