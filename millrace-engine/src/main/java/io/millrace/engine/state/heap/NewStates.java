// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.AskedState;
import io.millrace.engine.state.UnsupportedState;
import java.util.List;
import java.util.Map;

/**
 * Makes the empty state of each kind: its table, its form and the user's view of it.
 *
 * @param cursor the keys that all states of the backend share
 */
record NewStates<K>(KeyCursor<K> cursor) {

    /** A state of the descriptor's kind with the serializers that are asked for. */
    RegisteredState<?> of(StateDescriptor<?, ?> descriptor, AskedState asked) {
        return switch (descriptor.getType()) {
            case VALUE -> value((ValueStateDescriptor<?>) descriptor, asked);
            case LIST -> list((ListStateDescriptor<?>) descriptor, asked);
            case REDUCING -> reducing((ReducingStateDescriptor<?>) descriptor, asked);
            case AGGREGATING ->
                    aggregating((AggregatingStateDescriptor<?, ?, ?>) descriptor, asked);
            case MAP -> map((MapStateDescriptor<?, ?>) descriptor, asked);
            default ->
                    throw new UnsupportedState(
                            "State '"
                                    + descriptor.getName()
                                    + "' of "
                                    + asked.label().operator()
                                    + " has the kind "
                                    + descriptor.getType()
                                    + ", which does not exist here.");
        };
    }

    private <V> RegisteredState<V> value(ValueStateDescriptor<V> descriptor, AskedState asked) {
        TypeSerializer<V> serializer = asked.serializer(0);
        ValueFormat<V> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<V> cell = cell(asked, format, boxed, descriptor);
        return RegisteredState.of(
                descriptor, asked.label(), asked.type(), cell, cell, format, boxed, null);
    }

    private <E> RegisteredState<List<E>> list(ListStateDescriptor<E> descriptor, AskedState asked) {
        ValueFormat<List<E>> format = new ValueFormat.Elements<>(asked.<E>serializer(0));
        ValueCell<List<E>> cell = cell(asked, format, null, null);
        return RegisteredState.of(
                descriptor,
                asked.label(),
                asked.type(),
                new HeapListState<>(cell, asked.label()),
                cell,
                format,
                null,
                HeapListState::merge);
    }

    private <T> RegisteredState<T> reducing(
            ReducingStateDescriptor<T> descriptor, AskedState asked) {
        TypeSerializer<T> serializer = asked.serializer(0);
        ValueFormat<T> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<T> cell = cell(asked, format, boxed, null);
        return RegisteredState.of(
                descriptor,
                asked.label(),
                asked.type(),
                new HeapReducingState<>(cell, format, descriptor.getReduceFunction()),
                cell,
                format,
                boxed,
                descriptor.getReduceFunction()::reduce);
    }

    private <I, A, O> RegisteredState<A> aggregating(
            AggregatingStateDescriptor<I, A, O> descriptor, AskedState asked) {
        TypeSerializer<A> serializer = asked.serializer(0);
        ValueFormat<A> format = new ValueFormat.Single<>(serializer);
        Boxed boxed = Boxed.forValues(serializer);
        ValueCell<A> cell = cell(asked, format, boxed, null);
        return RegisteredState.of(
                descriptor,
                asked.label(),
                asked.type(),
                new HeapAggregatingState<>(cell, descriptor.getAggregateFunction()),
                cell,
                format,
                boxed,
                descriptor.getAggregateFunction()::merge);
    }

    private <U, V> RegisteredState<Map<U, V>> map(
            MapStateDescriptor<U, V> descriptor, AskedState asked) {
        TypeSerializer<V> values = asked.serializer(1);
        ValueFormat<Map<U, V>> format = new ValueFormat.Entries<>(asked.<U>serializer(0), values);
        ValueCell<Map<U, V>> cell = cell(asked, format, null, null);
        return RegisteredState.of(
                descriptor,
                asked.label(),
                asked.type(),
                new HeapMapState<>(cell, values.isImmutableType()),
                cell,
                format,
                null,
                null);
    }

    private <V> ValueCell<V> cell(
            AskedState asked,
            ValueFormat<V> format,
            Boxed boxed,
            ValueStateDescriptor<V> defaults) {
        KeyCursor<?> own =
                asked.namespaces() == null
                        ? cursor
                        : new NamespaceCursor<>(cursor, asked.namespaces(), asked.label());
        if (boxed != null) {
            PagedTable table = new PagedTable(own.longKeys(), PagedTable.Values.LONGS);
            return new PrimitiveValue<>(table, own, asked.label(), defaults, boxed);
        }
        PagedTable table =
                new PagedTable(
                        own.longKeys(),
                        format.isImmutable()
                                ? PagedTable.Values.IMMUTABLE_OBJECTS
                                : PagedTable.Values.MUTABLE_OBJECTS);
        return new ObjectValue<>(table, own, asked.label(), defaults, format);
    }
}
