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
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import io.millrace.util.FlinkRuntimeException;
import java.util.Objects;

/**
 * The user's view of an operator's keyed state; says what is missing where the operator is not
 * keyed (ST-6).
 */
final class KeyedStates implements KeyedStateStore {

    /** Is told what is asked for. */
    interface Witness {
        void asked(StateDescriptor<?, ?> descriptor);
    }

    private final OperatorContext context;
    private final Witness witness;

    KeyedStates(OperatorContext context) {
        this(context, descriptor -> {});
    }

    /**
     * @param witness told of state without namespaces only
     */
    KeyedStates(OperatorContext context, Witness witness) {
        this.context = context;
        this.witness = witness;
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        return find(descriptor);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        return find(descriptor);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
        return find(descriptor);
    }

    @Override
    public <I, A, O> AggregatingState<I, O> getAggregatingState(
            AggregatingStateDescriptor<I, A, O> descriptor) {
        return find(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
        return find(descriptor);
    }

    <S extends State> S find(StateDescriptor<S, ?> descriptor) {
        S state = find(VoidNamespaceSerializer.INSTANCE, descriptor).in(VoidNamespace.INSTANCE);
        witness.asked(descriptor);
        return state;
    }

    /** State that each key has once per namespace. */
    <N, S extends State> NamespacedState<N, S> find(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor) {
        Objects.requireNonNull(descriptor, "The state descriptor must not be null");
        KeyedStateBackend<?> backend = context.keyedState();
        if (backend == null) {
            throw new NullPointerException(
                    "Keyed state '"
                            + descriptor.getName()
                            + "' was asked for in operator '"
                            + context.operatorName()
                            + "', which is not keyed. Keyed state needs keyBy: call keyBy(...) on the stream before"
                            + " this function");
        }
        try {
            return backend.state(namespaces, descriptor);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new FlinkRuntimeException(
                    "The state '"
                            + descriptor.getName()
                            + "' of operator '"
                            + context.operatorName()
                            + "' can't be used: "
                            + e.getMessage(),
                    e);
        }
    }
}
