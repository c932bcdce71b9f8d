// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateTypes;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.engine.state.ttl.ExpiringState;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keyed state that is empty, and writes down what is asked of it. What it is asked for works, so
 * that whoever asks can go on.
 */
final class AskingKeyedState<K> implements KeyedStateBackend<K> {

    private final KeyedStateBackend<K> empty;
    private final ExecutionConfig config;
    private final boolean panes;
    private final Map<String, Long> held;
    private final Consumer<AskedFor> asked;

    /**
     * @param panes whether the backend that the program has chosen has panes and slices
     * @param held entries that a snapshot has, by the name of the state
     */
    AskingKeyedState(
            KeyedStateBackend<K> empty,
            ExecutionConfig config,
            boolean panes,
            Map<String, Long> held,
            Consumer<AskedFor> asked) {
        this.empty = empty;
        this.config = config;
        this.panes = panes;
        this.held = held;
        this.asked = asked;
    }

    private void note(TypeSerializer<?> namespaces, StateDescriptor<?, ?> descriptor) {
        descriptor.initializeSerializerUnlessSet(config);
        asked.accept(
                AskedFor.keyed(
                        kept(descriptor),
                        namespaces instanceof VoidNamespaceSerializer ? null : namespaces));
    }

    /** What lies under a state with a time to live. */
    static StateDescriptor<?, ?> kept(StateDescriptor<?, ?> descriptor) {
        return descriptor.getTtlConfig().isEnabled()
                ? new ExpiringState(descriptor, () -> 0).kept()
                : descriptor;
    }

    @Override
    public <S extends State> S state(StateDescriptor<S, ?> descriptor) throws Exception {
        note(null, descriptor);
        return empty.state(descriptor);
    }

    @Override
    public <N, S extends State> NamespacedState<N, S> state(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor) throws Exception {
        note(namespaces, descriptor);
        return empty.state(namespaces, descriptor);
    }

    @Override
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<K, S> function) throws Exception {
        note(null, descriptor);
        empty.forEachKey(descriptor, function);
    }

    @Override
    public <N, S extends State> void forEachNamespace(
            TypeSerializer<N> namespaces,
            StateDescriptor<S, ?> descriptor,
            KeyInNamespace<K, N> function)
            throws Exception {
        note(namespaces, descriptor);
        empty.forEachNamespace(namespaces, descriptor, function);
    }

    @Override
    public TimerQueue<K, VoidNamespace> timers(String name) {
        return timers(name, VoidNamespaceSerializer.INSTANCE);
    }

    @Override
    public <N> TimerQueue<K, N> timers(String name, TypeSerializer<N> namespaces) {
        asked.accept(
                AskedFor.timers(
                        name, namespaces instanceof VoidNamespaceSerializer ? null : namespaces));
        return empty.timers(name, namespaces);
    }

    @Override
    public boolean hasPanes() {
        return panes;
    }

    @Override
    public <I, A> WindowPanes<K, I, A> panes(WindowPanesSpec<I, A> spec) throws Exception {
        note(spec);
        asked.accept(AskedFor.timers(spec.timers(), spec.namespaces()));
        return empty.panes(spec);
    }

    @Override
    public <I, A> WindowSlices<K, I, A> slices(WindowPanesSpec<I, A> spec) throws Exception {
        note(spec);
        // Marks are numbers of slices, of which there is only one type.
        asked.accept(AskedFor.anything(AskedFor.Place.KEYED, spec.timers(), "value"));
        return empty.slices(spec);
    }

    private void note(WindowPanesSpec<?, ?> spec) {
        asked.accept(
                new AskedFor(
                        AskedFor.Place.NAMESPACED,
                        spec.name(),
                        spec.kind(),
                        StateTypes.type(spec.kind(), spec.accumulators()),
                        old ->
                                StateFit.ofKeyed(
                                        old, spec.kind(), spec.namespaces(), spec.accumulators())));
    }

    /** As if it had been restored: by this an operator sees that it can't take over what it had. */
    @Override
    public long entries(String stateName) {
        return held.getOrDefault(stateName, 0L);
    }

    @Override
    public void setCurrentKey(K key, int keyHash) {
        empty.setCurrentKey(key, keyHash);
    }

    @Override
    public K currentKey() {
        return empty.currentKey();
    }

    @Override
    public long entries() {
        return empty.entries();
    }

    @Override
    public long timerCount(String nameEnd) {
        return empty.timerCount(nameEnd);
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        return empty.freeze(order);
    }

    @Override
    public void clear() {
        empty.clear();
    }

    @Override
    public void close() {
        empty.close();
    }
}
