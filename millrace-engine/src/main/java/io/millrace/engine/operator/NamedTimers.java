// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.streaming.api.operators.InternalTimer;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.Triggerable;

/**
 * The timers of a custom operator under one name, shown to the operator as the objects it knows.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
final class NamedTimers<K, N> implements NamespacedTimerService.Target<N> {

    private final Triggerable<K, N> target;
    private final KeyedStateBackend<K> backend;
    private final NamespacedTimerService<K, N> timers;

    @SuppressWarnings("unchecked") // the operator's keys are what its backend was made for
    NamedTimers(
            OperatorContext context,
            String name,
            TypeSerializer<N> namespaces,
            Triggerable<K, N> target) {
        this.target = target;
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.timers = new NamespacedTimerService<>(context, name + "/", namespaces, this);
    }

    InternalTimerService<N> service() {
        return timers;
    }

    /** Begins: what was restored fires as it comes due from here on. */
    void open(long watermark) {
        timers.open(watermark);
    }

    void advanceTo(long watermark) throws Exception {
        timers.advanceTo(watermark);
    }

    void end() {
        timers.end();
    }

    private record Due<K, N>(K getKey, N getNamespace, long getTimestamp)
            implements InternalTimer<K, N> {}

    @Override
    public void onEventTime(N namespace, long timestamp) throws Exception {
        target.onEventTime(new Due<>(backend.currentKey(), namespace, timestamp));
    }

    @Override
    public void onProcessingTime(N namespace, long timestamp) throws Exception {
        target.onProcessingTime(new Due<>(backend.currentKey(), namespace, timestamp));
    }
}
