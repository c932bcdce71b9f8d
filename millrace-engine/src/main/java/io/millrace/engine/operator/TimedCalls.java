// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.api.TimeDomain;
import io.millrace.streaming.api.TimerService;
import io.millrace.util.OutputTag;

/**
 * What the operators around process functions share: for which record or timer the function is
 * being called, and, where the operator is keyed, the timers.
 *
 * <p>One object serves all calls, as the collector does, so nothing is allocated per record.
 */
final class TimedCalls<O> implements KeyedTimerService.Target {

    /** Has the function handle the timer that the calls stand at. */
    interface OnTimer {
        void call(long timestamp) throws Exception;
    }

    /** What the function emits to. */
    final Emitter<O> emitter;

    private final OperatorContext context;
    private final Output<O> out;
    private final OnTimer onTimer;
    private final UnkeyedTimerService unkeyed;

    /** Null where not keyed, and before {@link #initialize}. */
    private KeyedTimerService<Object> timers;

    private long timestamp = Output.NO_TIMESTAMP;

    /** Of the timer that is being called for; null while it is a record. */
    private TimeDomain domain;

    TimedCalls(OperatorContext context, Output<O> out, OnTimer onTimer) {
        this.context = context;
        this.out = out;
        this.onTimer = onTimer;
        this.emitter = new Emitter<>(out);
        this.unkeyed = new UnkeyedTimerService(context);
    }

    /** Before the function's own state is initialized. */
    void initialize(boolean keyed) {
        if (keyed) {
            timers = new KeyedTimerService<>(context, this);
        }
    }

    void open() {
        if (timers != null) {
            timers.open();
        }
    }

    /** The next call is for this record. */
    void record(long timestamp) {
        this.timestamp = timestamp;
        emitter.timestamp = timestamp;
        domain = null;
    }

    @Override
    public void onEventTime(long timestamp) throws Exception {
        this.timestamp = timestamp;
        emitter.timestamp = timestamp;
        domain = TimeDomain.EVENT_TIME;
        onTimer.call(timestamp);
    }

    /** What is emitted here has no timestamp: the clock's time is not event time. */
    @Override
    public void onProcessingTime(long timestamp) throws Exception {
        this.timestamp = timestamp;
        emitter.timestamp = Output.NO_TIMESTAMP;
        domain = TimeDomain.PROCESSING_TIME;
        onTimer.call(timestamp);
    }

    /** Fires what is due by this watermark; the caller sends it on afterwards (ST-49). */
    void advanceTo(long watermark) throws Exception {
        unkeyed.watermark = watermark;
        if (timers != null) {
            timers.advanceTo(watermark);
        }
    }

    /** End of data, and close. */
    void end() {
        if (timers != null) {
            timers.end();
        }
    }

    // ---- what a function's context tells ----

    /** Null for a record without one; a timer has one, whatever its value. */
    Long timestamp() {
        return timestamp == Output.NO_TIMESTAMP && domain == null ? null : timestamp;
    }

    TimeDomain timeDomain() {
        return domain;
    }

    TimerService timerService() {
        return timers == null ? unkeyed : timers;
    }

    <X> void output(OutputTag<X> tag, X value) {
        out.side(SideOutputs.checked(tag, context), value, timestamp);
    }
}
