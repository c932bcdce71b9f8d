// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespacedState;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;

/** Windows that keep their records as they are. */
final class ListedWindows<I, W extends Window> implements WindowStore<I, I, W> {

    private final ListStateDescriptor<I> descriptor;
    private NamespacedState<W, ListState<I>> lists;

    ListedWindows(ListStateDescriptor<I> descriptor) {
        this.descriptor = descriptor;
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
        lists.in(stateWindow).add(value);
    }

    @Override
    public void show(W stateWindow, W window, WindowCaller<I, ?, W> caller) throws Exception {
        Iterable<I> elements = lists.in(stateWindow).get();
        if (elements.iterator().hasNext()) {
            caller.show(window, elements);
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
}
