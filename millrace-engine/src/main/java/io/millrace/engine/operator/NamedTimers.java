// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.streaming.api.operators.InternalTimer;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.util.function.BiConsumerWithException;

/**
 * The timers of a custom operator under one name: {@link KeyedTimerService} with the calls that
 * operators know. There is one namespace only.
 *
 * @param <K> type of the keys
 */
final class NamedTimers<K>
        implements InternalTimerService<VoidNamespace>, KeyedTimerService.Target {

    private final Triggerable<K, VoidNamespace> target;
    private final KeyedStateBackend<K> backend;
    private final KeyedTimerService<K> timers;

    @SuppressWarnings("unchecked") // the operator's keys are what its backend was made for
    private NamedTimers(
            OperatorContext context, String name, Triggerable<K, VoidNamespace> target) {
        this.target = target;
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.timers = new KeyedTimerService<>(context, name + "/", this);
    }

    @SuppressWarnings("unchecked") // its serializer says that N is the void namespace
    static <K, N> NamedTimers<K> of(
            OperatorContext context,
            String name,
            TypeSerializer<N> namespaceSerializer,
            Triggerable<K, N> target) {
        if (!(namespaceSerializer instanceof VoidNamespaceSerializer)) {
            throw new UnsupportedOperationException(
                    "Operator '"
                            + context.operatorName()
                            + "' asks for timers '"
                            + name
                            + "' with namespaces, written by "
                            + namespaceSerializer.getClass().getName()
                            + ". Namespaces come with windows, in a later version; until then use"
                            + " VoidNamespaceSerializer.INSTANCE and keep what belongs to a timer in"
                            + " keyed state");
        }
        return new NamedTimers<>(context, name, (Triggerable<K, VoidNamespace>) target);
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

    private record Due<K>(K getKey, long getTimestamp) implements InternalTimer<K, VoidNamespace> {
        @Override
        public VoidNamespace getNamespace() {
            return VoidNamespace.INSTANCE;
        }
    }

    @Override
    public void onEventTime(long timestamp) throws Exception {
        target.onEventTime(new Due<>(backend.currentKey(), timestamp));
    }

    @Override
    public void onProcessingTime(long timestamp) throws Exception {
        target.onProcessingTime(new Due<>(backend.currentKey(), timestamp));
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
    public void registerProcessingTimeTimer(VoidNamespace namespace, long time) {
        timers.registerProcessingTimeTimer(time);
    }

    @Override
    public void deleteProcessingTimeTimer(VoidNamespace namespace, long time) {
        timers.deleteProcessingTimeTimer(time);
    }

    @Override
    public void registerEventTimeTimer(VoidNamespace namespace, long time) {
        timers.registerEventTimeTimer(time);
    }

    @Override
    public void deleteEventTimeTimer(VoidNamespace namespace, long time) {
        timers.deleteEventTimeTimer(time);
    }

    @Override
    public void forEachEventTimeTimer(
            BiConsumerWithException<VoidNamespace, Long, Exception> consumer) throws Exception {
        timers.forEachEventTime(time -> consumer.accept(VoidNamespace.INSTANCE, time));
    }

    @Override
    public void forEachProcessingTimeTimer(
            BiConsumerWithException<VoidNamespace, Long, Exception> consumer) throws Exception {
        timers.forEachProcessingTime(time -> consumer.accept(VoidNamespace.INSTANCE, time));
    }
}
