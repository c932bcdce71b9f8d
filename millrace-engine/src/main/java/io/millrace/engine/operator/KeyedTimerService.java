// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.streaming.api.TimerService;

/**
 * The timers of one keyed operator whose functions know no namespaces: {@link
 * NamespacedTimerService} with a single one.
 *
 * @param <K> type of the keys
 */
final class KeyedTimerService<K>
        implements TimerService, NamespacedTimerService.Target<VoidNamespace> {

    private static final VoidNamespace VOID = VoidNamespace.INSTANCE;

    /** Whose timers they are. The key is set as the current key before each call. */
    interface Target {
        void onEventTime(long timestamp) throws Exception;

        void onProcessingTime(long timestamp) throws Exception;
    }

    private final NamespacedTimerService<K, VoidNamespace> timers;
    private final Target target;

    KeyedTimerService(OperatorContext context, Target target) {
        this.target = target;
        this.timers =
                new NamespacedTimerService<>(context, "", VoidNamespaceSerializer.INSTANCE, this);
    }

    /** Has restored processing-time timers called back for; overdue ones at the next step. */
    void open() {
        timers.open();
    }

    /** End of data: what waits for the clock waits no longer. Also on close; idempotent. */
    void end() {
        timers.end();
    }

    /** The watermark has moved; fires what is due. The caller sends it on afterwards (ST-49). */
    void advanceTo(long newWatermark) throws Exception {
        timers.advanceTo(newWatermark);
    }

    @Override
    public void onEventTime(VoidNamespace namespace, long timestamp) throws Exception {
        target.onEventTime(timestamp);
    }

    @Override
    public void onProcessingTime(VoidNamespace namespace, long timestamp) throws Exception {
        target.onProcessingTime(timestamp);
    }

    @Override
    public long currentProcessingTime() {
        return timers.currentProcessingTime();
    }

    @Override
    public long currentWatermark() {
        return timers.currentWatermark();
    }

    @Override
    public void registerProcessingTimeTimer(long time) {
        timers.registerProcessingTimeTimer(VOID, time);
    }

    @Override
    public void registerEventTimeTimer(long time) {
        timers.registerEventTimeTimer(VOID, time);
    }

    @Override
    public void deleteProcessingTimeTimer(long time) {
        timers.deleteProcessingTimeTimer(VOID, time);
    }

    @Override
    public void deleteEventTimeTimer(long time) {
        timers.deleteEventTimeTimer(VOID, time);
    }
}
