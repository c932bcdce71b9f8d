// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RawState;
import io.millrace.engine.state.SnapshotOrder;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/** Operator state that is empty, and writes down what is asked of it. */
final class AskingOperatorState implements OperatorStateBackend {

    private final OperatorStateBackend empty;
    private final ExecutionConfig config;
    private final Consumer<AskedFor> asked;

    AskingOperatorState(
            OperatorStateBackend empty, ExecutionConfig config, Consumer<AskedFor> asked) {
        this.empty = empty;
        this.config = config;
        this.asked = asked;
    }

    private void note(StateDescriptor<?, ?> descriptor, String kind) {
        descriptor.initializeSerializerUnlessSet(config);
        asked.accept(AskedFor.operator(descriptor, kind));
    }

    @Override
    public <S> ListState<S> getListState(ListStateDescriptor<S> descriptor) throws Exception {
        ListState<S> state = empty.getListState(descriptor);
        note(descriptor, OperatorStateRedistribution.LIST);
        return state;
    }

    @Override
    public <S> ListState<S> getUnionListState(ListStateDescriptor<S> descriptor) throws Exception {
        ListState<S> state = empty.getUnionListState(descriptor);
        note(descriptor, OperatorStateRedistribution.UNION);
        return state;
    }

    @Override
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor)
            throws Exception {
        BroadcastState<K, V> state = empty.getBroadcastState(descriptor);
        note(descriptor, OperatorStateRedistribution.BROADCAST);
        return state;
    }

    @Override
    public <S> void take(ListStateDescriptor<S> descriptor, boolean union, Consumer<S> each)
            throws Exception {
        note(
                descriptor,
                union ? OperatorStateRedistribution.UNION : OperatorStateRedistribution.LIST);
        empty.take(descriptor, union, each);
    }

    @Override
    public RawState.Content takeRaw() throws IOException {
        RawState.KINDS.forEach(
                (name, kind) ->
                        asked.accept(AskedFor.anything(AskedFor.Place.OPERATOR, name, kind)));
        return empty.takeRaw();
    }

    @Override
    public Set<String> getRegisteredStateNames() {
        return empty.getRegisteredStateNames();
    }

    @Override
    public Set<String> getRegisteredBroadcastStateNames() {
        return empty.getRegisteredBroadcastStateNames();
    }

    @Override
    public void putRaw(RawState.Content content) {
        empty.putRaw(content);
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        return empty.freeze(order);
    }

    @Override
    public void close() {
        empty.close();
    }
}
