// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.OperatorStateStore;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Operator list state in a list, and the contexts around it. */
public final class FakeState implements OperatorStateStore, FunctionInitializationContext {

    private final OptionalLong restoredFrom;
    private final List<Object> entries;

    private FakeState(OptionalLong restoredFrom, List<?> entries) {
        this.restoredFrom = restoredFrom;
        this.entries = new ArrayList<>(entries);
    }

    public static FakeState fresh() {
        return new FakeState(OptionalLong.empty(), List.of());
    }

    public static FakeState restored(long checkpointId, List<?> entries) {
        return new FakeState(OptionalLong.of(checkpointId), entries);
    }

    /** What a snapshot would hold now. */
    public List<Object> entries() {
        return List.copyOf(entries);
    }

    public static FunctionSnapshotContext checkpoint(long id) {
        return new FunctionSnapshotContext() {
            @Override
            public long getCheckpointId() {
                return id;
            }

            @Override
            public long getCheckpointTimestamp() {
                return 1000 * id;
            }
        };
    }

    @Override
    @SuppressWarnings("unchecked") // a test has one state of one type
    public <S> ListState<S> getListState(ListStateDescriptor<S> descriptor) {
        List<S> list = (List<S>) entries;
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
                return list;
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
    public <S> ListState<S> getUnionListState(ListStateDescriptor<S> descriptor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Set<String> getRegisteredStateNames() {
        return Set.of();
    }

    @Override
    public Set<String> getRegisteredBroadcastStateNames() {
        return Set.of();
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return restoredFrom;
    }

    @Override
    public OperatorStateStore getOperatorStateStore() {
        return this;
    }

    @Override
    public KeyedStateStore getKeyedStateStore() {
        throw new UnsupportedOperationException();
    }
}
