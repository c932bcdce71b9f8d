// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.state.RawState;
import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Operator list state in plain lists. */
final class FakeOperatorState implements OperatorStateBackend {
    final Map<String, List<Object>> lists = new HashMap<>();
    RawState.Content raw = new RawState.Content(List.of(), List.of());

    /** A backend restored from a snapshot of this one. */
    FakeOperatorState copy() {
        FakeOperatorState copy = new FakeOperatorState();
        copy.raw = raw;
        lists.forEach((name, list) -> copy.lists.put(name, new ArrayList<>(list)));
        return copy;
    }

    @Override
    @SuppressWarnings("unchecked") // the test asks for what it put in
    public <S> ListState<S> getListState(ListStateDescriptor<S> descriptor) {
        List<Object> list = lists.computeIfAbsent(descriptor.getName(), name -> new ArrayList<>());
        return new ListState<>() {
            @Override
            public void update(List<S> values) {
                list.clear();
                list.addAll(values);
            }

            @Override
            public void addAll(List<S> values) {
                list.addAll(values);
            }

            @Override
            public Iterable<S> get() {
                return (Iterable<S>) new ArrayList<>(list);
            }

            @Override
            public void add(S value) {
                list.add(value);
            }

            @Override
            public void clear() {
                list.clear();
            }
        };
    }

    @Override
    public <S> void take(ListStateDescriptor<S> descriptor, boolean union, Consumer<S> each) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <S> ListState<S> getUnionListState(ListStateDescriptor<S> descriptor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> getRegisteredStateNames() {
        return lists.keySet();
    }

    @Override
    public Set<String> getRegisteredBroadcastStateNames() {
        return Set.of();
    }

    @Override
    public RawState.Content takeRaw() {
        RawState.Content taken = raw;
        raw = new RawState.Content(List.of(), List.of());
        return taken;
    }

    @Override
    public void putRaw(RawState.Content content) {
        raw = content;
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
