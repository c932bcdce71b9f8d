// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.MergingState;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespacedState;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;
import java.util.Collections;

/** Windows whose records are folded as they come: one value per window. */
final class FoldedWindows<I, V, W extends Window> implements WindowStore<I, V, W> {

    private final StateDescriptor<? extends MergingState<I, V>, ?> descriptor;
    private NamespacedState<W, ? extends MergingState<I, V>> values;

    FoldedWindows(StateDescriptor<? extends MergingState<I, V>, ?> descriptor) {
        this.descriptor = descriptor;
    }

    @Override
    public StateDescriptor<?, ?> descriptor() {
        return descriptor;
    }

    @Override
    public void initialize(KeyedStates states, TypeSerializer<W> windowSerializer) {
        values = states.find(windowSerializer, descriptor);
    }

    @Override
    public void add(W stateWindow, I value, long timestamp) throws Exception {
        values.in(stateWindow).add(value);
    }

    @Override
    public void show(W stateWindow, W window, WindowCaller<V, ?, W> caller) throws Exception {
        V value = values.in(stateWindow).get();
        if (value != null) {
            caller.show(window, Collections.singletonList(value));
        }
    }

    @Override
    public void clear(W stateWindow) {
        values.in(stateWindow).clear();
    }

    @Override
    public void merge(W stateWindow, Collection<W> others) throws Exception {
        values.merge(stateWindow, others);
    }
}
