// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespacedState;
import java.util.HashMap;
import java.util.Map;

/**
 * What triggers, or functions, remember of windows: state under the current key and a window. It
 * goes when the window goes, whether or not the user's code has cleared it.
 */
final class StatesOfWindows<W> {

    private final KeyedStates keyedStates;
    private final TypeSerializer<W> windowSerializer;
    private final Map<String, Asked<W, ?>> asked = new HashMap<>();

    StatesOfWindows(KeyedStates keyedStates, TypeSerializer<W> windowSerializer) {
        this.keyedStates = keyedStates;
        this.windowSerializer = windowSerializer;
    }

    private record Asked<W, S extends State>(
            StateDescriptor<?, ?> descriptor, NamespacedState<W, S> state) {}

    /** The state for all windows. */
    @SuppressWarnings({
        "unchecked", // the state was found by this descriptor, which names its type
        "ReferenceEquality" // the very same descriptor needs no second check of its types
    })
    <S extends State> NamespacedState<W, S> all(StateDescriptor<S, ?> descriptor) {
        Asked<W, ?> before = asked.get(descriptor.getName());
        if (before != null && before.descriptor == descriptor) {
            return (NamespacedState<W, S>) before.state;
        }
        NamespacedState<W, S> state = keyedStates.find(windowSerializer, descriptor);
        asked.put(descriptor.getName(), new Asked<>(descriptor, state));
        return state;
    }

    /** The state of one window. */
    <S extends State> S of(W window, StateDescriptor<S, ?> descriptor) {
        return all(descriptor).in(window);
    }

    /** Forgets all that was asked for of this window. */
    void clear(W window) {
        for (Asked<W, ?> state : asked.values()) {
            state.state.in(window).clear();
        }
    }

    /** The states of one window as a function sees them. */
    KeyedStateStore store(W window) {
        return new Store(window);
    }

    private final class Store implements KeyedStateStore {
        private final W window;

        Store(W window) {
            this.window = window;
        }

        @Override
        public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
            return of(window, descriptor);
        }

        @Override
        public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
            return of(window, descriptor);
        }

        @Override
        public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
            return of(window, descriptor);
        }

        @Override
        public <A, B, C> AggregatingState<A, C> getAggregatingState(
                AggregatingStateDescriptor<A, B, C> descriptor) {
            return of(window, descriptor);
        }

        @Override
        public <A, B> MapState<A, B> getMapState(MapStateDescriptor<A, B> descriptor) {
            return of(window, descriptor);
        }
    }
}
