// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateLabel;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;
import io.millrace.engine.state.UnsupportedState;
import io.millrace.spi.types.TypeDescription;

/**
 * What the program asks for, before it is known where its entries are to lie.
 *
 * @param type logical type text
 * @param shape what is remembered of it
 * @param table over no column family yet
 * @param state the user's view of the table
 */
record Wanted<V>(
        StateLabel label,
        String type,
        StateShape shape,
        NamespaceType namespaces,
        StateTable<V> table,
        State state) {

    StateName name() {
        return StateName.of(label.kind(), namespaces, label.name());
    }

    /**
     * From a descriptor whose serializers are set.
     *
     * @param namespaces null for a state without
     */
    static Wanted<?> of(
            StateDescriptor<?, ?> descriptor,
            TypeSerializer<?> namespaces,
            Owner<?> owner,
            Database database,
            KeyBytes<?> keys) {
        Maker maker = new Maker(descriptor.getName(), namespaces, owner, database, keys);
        return switch (descriptor.getType()) {
            case VALUE -> maker.value((ValueStateDescriptor<?>) descriptor);
            case LIST -> maker.list((ListStateDescriptor<?>) descriptor);
            case REDUCING -> maker.reducing((ReducingStateDescriptor<?>) descriptor);
            case AGGREGATING -> maker.aggregating((AggregatingStateDescriptor<?, ?, ?>) descriptor);
            case MAP -> maker.map((MapStateDescriptor<?, ?>) descriptor);
            default ->
                    throw new UnsupportedState(
                            "State '"
                                    + descriptor.getName()
                                    + "' of "
                                    + owner
                                    + " has the kind "
                                    + descriptor.getType()
                                    + ", which does not exist here.");
        };
    }

    private record Maker(
            String name,
            TypeSerializer<?> namespaces,
            Owner<?> owner,
            Database database,
            KeyBytes<?> keys) {

        private Place<?> place(String kind) {
            return new Place<>(
                    keys,
                    namespaces,
                    new StateLabel(name, kind, owner.operatorName(), owner.uid()));
        }

        private <V> Wanted<V> wanted(
                StateTable<V> table, State state, String type, TypeSerializer<?>... serializers) {
            return new Wanted<>(
                    table.place.label(),
                    type,
                    StateShape.of(serializers),
                    NamespaceType.of(namespaces),
                    table,
                    state);
        }

        private static String text(TypeSerializer<?> serializer) {
            return TimedSerializer.text(serializer) + TimedSerializer.mark(serializer);
        }

        private <V> Wanted<V> value(ValueStateDescriptor<V> descriptor) {
            TypeSerializer<V> serializer = descriptor.getSerializer();
            SingleTable<V> table =
                    new SingleTable<>(database, place("value"), serializer, descriptor, null);
            return wanted(table, table, text(serializer), serializer);
        }

        private <E> Wanted<?> list(ListStateDescriptor<E> descriptor) {
            TypeSerializer<E> serializer = descriptor.getElementSerializer();
            ListTable<E> table = new ListTable<>(database, place("list"), serializer);
            String type =
                    "List<"
                            + TimedSerializer.text(serializer)
                            + ">"
                            + TimedSerializer.mark(serializer);
            return wanted(table, table, type, serializer);
        }

        private <T> Wanted<T> reducing(ReducingStateDescriptor<T> descriptor) {
            TypeSerializer<T> serializer = descriptor.getSerializer();
            SingleTable<T> table =
                    new SingleTable<>(
                            database,
                            place("reducing"),
                            serializer,
                            null,
                            descriptor.getReduceFunction()::reduce);
            return wanted(
                    table,
                    new FoldingState.Reducing<>(table, descriptor.getReduceFunction()),
                    text(serializer),
                    serializer);
        }

        private <IN, ACC, OUT> Wanted<ACC> aggregating(
                AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
            TypeSerializer<ACC> serializer = descriptor.getSerializer();
            SingleTable<ACC> table =
                    new SingleTable<>(
                            database,
                            place("aggregating"),
                            serializer,
                            null,
                            descriptor.getAggregateFunction()::merge);
            return wanted(
                    table,
                    new FoldingState.Aggregating<>(table, descriptor.getAggregateFunction()),
                    text(serializer),
                    serializer);
        }

        private <UK, UV> Wanted<?> map(MapStateDescriptor<UK, UV> descriptor) {
            TypeSerializer<UK> userKeys = descriptor.getKeySerializer();
            TypeSerializer<UV> values = descriptor.getValueSerializer();
            MapTable<UK, UV> table = new MapTable<>(database, place("map"), userKeys, values);
            String type =
                    "Map<"
                            + TypeDescription.of(userKeys)
                            + ", "
                            + TimedSerializer.text(values)
                            + ">"
                            + TimedSerializer.mark(values);
            return wanted(table, table, type, userKeys, values);
        }
    }
}
