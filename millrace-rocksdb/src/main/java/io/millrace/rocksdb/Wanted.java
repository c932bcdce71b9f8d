// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.AskedState;
import io.millrace.engine.state.UnsupportedState;

/**
 * What the program asks for, before it is known where its entries are to lie.
 *
 * @param asked name, type and serializers to go on with
 * @param table over no column family yet
 * @param state the user's view of the table
 */
record Wanted<V>(AskedState asked, StateTable<V> table, State state) {

    /** From a descriptor and the serializers to go on with. */
    static Wanted<?> of(
            StateDescriptor<?, ?> descriptor,
            AskedState asked,
            Database database,
            KeyBytes<?> keys) {
        Maker maker = new Maker(asked, database, keys);
        return switch (descriptor.getType()) {
            case VALUE -> maker.value((ValueStateDescriptor<?>) descriptor);
            case LIST -> maker.list();
            case REDUCING -> maker.reducing((ReducingStateDescriptor<?>) descriptor);
            case AGGREGATING -> maker.aggregating((AggregatingStateDescriptor<?, ?, ?>) descriptor);
            case MAP -> maker.map();
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

    private record Maker(AskedState asked, Database database, KeyBytes<?> keys) {

        private Place<?> place() {
            return new Place<>(keys, asked.namespaces(), asked.label());
        }

        private <V> Wanted<V> wanted(StateTable<V> table, State state) {
            return new Wanted<>(asked, table, state);
        }

        private <V> Wanted<V> value(ValueStateDescriptor<V> descriptor) {
            TypeSerializer<V> serializer = asked.serializer(0);
            SingleTable<V> table =
                    new SingleTable<>(database, place(), serializer, descriptor, null);
            return wanted(table, table);
        }

        private Wanted<?> list() {
            TypeSerializer<Object> serializer = asked.serializer(0);
            ListTable<Object> table = new ListTable<>(database, place(), serializer);
            return wanted(table, table);
        }

        private <T> Wanted<T> reducing(ReducingStateDescriptor<T> descriptor) {
            TypeSerializer<T> serializer = asked.serializer(0);
            SingleTable<T> table =
                    new SingleTable<>(
                            database,
                            place(),
                            serializer,
                            null,
                            descriptor.getReduceFunction()::reduce);
            return wanted(
                    table, new FoldingState.Reducing<>(table, descriptor.getReduceFunction()));
        }

        private <IN, ACC, OUT> Wanted<ACC> aggregating(
                AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
            TypeSerializer<ACC> serializer = asked.serializer(0);
            SingleTable<ACC> table =
                    new SingleTable<>(
                            database,
                            place(),
                            serializer,
                            null,
                            descriptor.getAggregateFunction()::merge);
            return wanted(
                    table,
                    new FoldingState.Aggregating<>(table, descriptor.getAggregateFunction()));
        }

        private Wanted<?> map() {
            TypeSerializer<Object> userKeys = asked.serializer(0);
            TypeSerializer<Object> values = asked.serializer(1);
            MapTable<Object, Object> table = new MapTable<>(database, place(), userKeys, values);
            return wanted(table, table);
        }
    }
}
