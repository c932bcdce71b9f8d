// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keyed state of an operator whose function is not there: looked at key by key, with what the
 * function had, state and timers. For one thread.
 *
 * @param <K> the keys
 */
public final class KeyedStateView<K> {

    private final KeyedStateBackend<K> backend;
    private final KeyedStates states;
    private final Map<String, StateDescriptor<?, ?>> asked = new LinkedHashMap<>();
    private Map<K, Set<Long>> eventTime;
    private Map<K, Set<Long>> processingTime;

    @SuppressWarnings("unchecked") // the caller made the backend for these keys
    public KeyedStateView(OperatorContext context) {
        this.backend = (KeyedStateBackend<K>) context.keyedState();
        this.states =
                new KeyedStates(
                        context, descriptor -> asked.putIfAbsent(descriptor.getName(), descriptor));
    }

    /** Where state is asked for; it is that of the key that was set last. */
    public KeyedStateStore states() {
        return states;
    }

    /** Names of the states that were asked for. */
    public Collection<String> askedFor() {
        return List.copyOf(asked.keySet());
    }

    /** The keys, each once, that have an entry in any state that was asked for. */
    public List<K> keys() throws Exception {
        Set<K> keys = new LinkedHashSet<>();
        for (StateDescriptor<?, ?> descriptor : asked.values()) {
            addKeys(descriptor, keys);
        }
        return new ArrayList<>(keys);
    }

    private <S extends State> void addKeys(StateDescriptor<S, ?> descriptor, Set<K> keys)
            throws Exception {
        backend.forEachKey(descriptor, (key, state) -> keys.add(key));
    }

    /** Sets the key. */
    public void at(K key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    /** When the key's timers of event time are due. */
    public Set<Long> eventTimeTimers(K key) throws Exception {
        if (eventTime == null) {
            eventTime = timers(NamespacedTimerService.EVENT_TIME);
        }
        return new TreeSet<>(eventTime.getOrDefault(key, Set.of()));
    }

    /** The same of the clock's. */
    public Set<Long> processingTimeTimers(K key) throws Exception {
        if (processingTime == null) {
            processingTime = timers(NamespacedTimerService.PROCESSING_TIME);
        }
        return new TreeSet<>(processingTime.getOrDefault(key, Set.of()));
    }

    private Map<K, Set<Long>> timers(String name) throws Exception {
        Map<K, Set<Long>> found = new HashMap<>();
        TimerQueue<K, VoidNamespace> queue = backend.timers(name);
        queue.forEach(
                (key, namespace, timestamp) ->
                        found.computeIfAbsent(key, k -> new TreeSet<>()).add(timestamp));
        return found;
    }
}
