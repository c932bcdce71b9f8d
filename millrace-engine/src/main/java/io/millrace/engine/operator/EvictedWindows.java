// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.NamespacedState;
import io.millrace.metrics.MetricGroup;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;
import java.util.Collections;

/**
 * Windows from which an evictor takes records whenever they are shown: they keep all records with
 * their timestamps, and fold, where a fold is asked for, only what the evictor has left.
 */
final class EvictedWindows<I, V, W extends Window> implements WindowStore<I, V, W> {

    /** Makes of the records that are left what the function is shown. */
    interface Fold<I, V> {
        /** Null: the window is not shown. */
        Iterable<V> of(Iterable<I> records) throws Exception;

        /** The records themselves, be there none. */
        static <I> Fold<I, I> none() {
            return records -> records;
        }

        /** The first record stays in the window, so the function gets another one to change. */
        static <I> Fold<I, I> reducing(ReduceFunction<I> function, WindowOwnership<I> ownership) {
            return records -> {
                I folded = null;
                for (I record : records) {
                    folded =
                            folded == null
                                    ? ownership.copy(record)
                                    : function.reduce(folded, record);
                }
                return folded == null ? null : Collections.singletonList(folded);
            };
        }

        /** Of no record, the result of an empty accumulator. */
        static <I, A, V> Fold<I, V> aggregating(AggregateFunction<I, A, V> function) {
            return records -> {
                A accumulator = function.createAccumulator();
                for (I record : records) {
                    accumulator = function.add(record, accumulator);
                }
                return Collections.singletonList(function.getResult(accumulator));
            };
        }
    }

    private final Evictor<I, W> evictor;
    private final ListStateDescriptor<Tuple2<I, Long>> descriptor;
    private final Fold<I, V> fold;
    private final Context evictorContext;
    private NamespacedState<W, ListState<Tuple2<I, Long>>> lists;

    EvictedWindows(
            OperatorContext context,
            Evictor<I, W> evictor,
            TypeSerializer<I> serializer,
            Fold<I, V> fold) {
        this.evictor = evictor;
        Class<Tuple2<I, Long>> pair = Casts.of(Tuple2.class);
        this.descriptor =
                new ListStateDescriptor<>(
                        STATE,
                        new TupleSerializer<>(
                                pair,
                                new TypeSerializer<?>[] {serializer, LongSerializer.INSTANCE}));
        this.fold = fold;
        this.evictorContext = new Context(context);
    }

    @Override
    public StateDescriptor<?, ?> descriptor() {
        return descriptor;
    }

    @Override
    public void initialize(KeyedStates states, TypeSerializer<W> windowSerializer) {
        lists = states.find(windowSerializer, descriptor);
    }

    @Override
    public void add(W stateWindow, I value, long timestamp) throws Exception {
        lists.in(stateWindow).add(Tuple2.of(value, timestamp));
    }

    @Override
    public void show(W stateWindow, W window, WindowCaller<V, ?, W> caller) throws Exception {
        Evictable<I> records = new Evictable<>(lists.in(stateWindow).get());
        if (records.size() == 0) {
            return;
        }
        evictorContext.caller = caller;
        evictor.evictBefore(records, records.size(), window, evictorContext);
        Iterable<V> shown = fold.of(records.values());
        if (shown != null) {
            caller.show(window, shown);
        }
        evictor.evictAfter(records, records.size(), window, evictorContext);
        if (records.isChanged()) {
            lists.in(stateWindow).update(records.rest());
        }
    }

    @Override
    public void clear(W stateWindow) {
        lists.in(stateWindow).clear();
    }

    @Override
    public void merge(W stateWindow, Collection<W> others) throws Exception {
        lists.merge(stateWindow, others);
    }

    private static final class Context implements Evictor.EvictorContext {
        private final OperatorContext context;
        private WindowCaller<?, ?, ?> caller;

        Context(OperatorContext context) {
            this.context = context;
        }

        @Override
        public long getCurrentProcessingTime() {
            return context.clock().millis();
        }

        @Override
        public MetricGroup getMetricGroup() {
            return context.metrics().group();
        }

        @Override
        public long getCurrentWatermark() {
            return caller.currentWatermark();
        }
    }
}
