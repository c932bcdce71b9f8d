// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.runtime.state.KeyedStateFunction;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.runtime.state.VoidNamespaceSerializer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** Value states and timers in plain collections. */
final class FakeKeyedState implements KeyedStateBackend<Object> {
    final Map<String, Map<Object, Object>> values = new HashMap<>();
    final Map<String, Timers> timers = new HashMap<>();
    private Object key;

    /** A backend restored from a snapshot of this one. */
    FakeKeyedState copy() {
        FakeKeyedState copy = new FakeKeyedState();
        values.forEach((name, table) -> copy.values.put(name, new HashMap<>(table)));
        timers.forEach(
                (name, queue) -> {
                    Timers other = new Timers();
                    other.set.addAll(queue.set);
                    copy.timers.put(name, other);
                });
        return copy;
    }

    @Override
    public void setCurrentKey(Object newKey, int keyHash) {
        if (newKey.hashCode() != keyHash) {
            throw new AssertionError("wrong hash for " + newKey);
        }
        key = newKey;
    }

    @Override
    public Object currentKey() {
        return key;
    }

    @Override
    @SuppressWarnings("unchecked") // only value states are asked for in these tests
    public <S extends State> S state(StateDescriptor<S, ?> descriptor) {
        Map<Object, Object> table =
                values.computeIfAbsent(descriptor.getName(), name -> new HashMap<>());
        return (S)
                new ValueState<Object>() {
                    @Override
                    public Object value() {
                        return table.get(key);
                    }

                    @Override
                    public void update(Object value) {
                        table.put(key, value);
                    }

                    @Override
                    public void clear() {
                        table.remove(key);
                    }
                };
    }

    @Override
    public <N, S extends State> NamespacedState<N, S> state(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor) {
        if (!(namespaces instanceof VoidNamespaceSerializer)) {
            throw new UnsupportedOperationException();
        }
        S only = state(descriptor);
        return new NamespacedState<>() {
            @Override
            public S in(N namespace) {
                return only;
            }

            @Override
            public void merge(N target, Collection<? extends N> sources) {}
        };
    }

    @Override
    public void clear() {
        values.values().forEach(Map::clear);
        timers.values().forEach(queue -> queue.set.clear());
        key = null;
    }

    @Override
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<Object, S> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <N, S extends State> void forEachNamespace(
            TypeSerializer<N> namespaces,
            StateDescriptor<S, ?> descriptor,
            KeyInNamespace<Object, N> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TimerQueue<Object, VoidNamespace> timers(String name) {
        return timers(name, VoidNamespaceSerializer.INSTANCE);
    }

    @Override
    @SuppressWarnings("unchecked") // there is one type of namespaces per name
    public <N> TimerQueue<Object, N> timers(String name, TypeSerializer<N> namespaces) {
        return (TimerQueue<Object, N>) timers.computeIfAbsent(name, key -> new Timers());
    }

    @Override
    public <I, A> WindowPanes<Object, I, A> panes(WindowPanesSpec<I, A> spec) {
        return null;
    }

    @Override
    public <I, A> WindowSlices<Object, I, A> slices(WindowPanesSpec<I, A> spec) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long entries(String stateName) {
        return values.getOrDefault(stateName, Map.of()).size();
    }

    @Override
    public long entries() {
        return values.values().stream().mapToLong(Map::size).sum();
    }

    @Override
    public long timerCount(String nameEnd) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FrozenState freeze(SnapshotOrder order) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private record Entry(Object key, Object namespace, long timestamp)
            implements TimerQueue.Timer<Object, Object> {}

    static final class Timers implements TimerQueue<Object, Object> {
        final TreeSet<Entry> set =
                new TreeSet<>(
                        Comparator.comparingLong(Entry::timestamp)
                                .thenComparing(timer -> timer.key().toString())
                                .thenComparing(timer -> timer.namespace().toString()));

        @Override
        public boolean add(Object key, int keyHash, Object namespace, long timestamp) {
            return set.add(new Entry(key, namespace, timestamp));
        }

        @Override
        public boolean remove(Object key, int keyHash, Object namespace, long timestamp) {
            return set.remove(new Entry(key, namespace, timestamp));
        }

        @Override
        public boolean isEmpty() {
            return set.isEmpty();
        }

        @Override
        public long size() {
            return set.size();
        }

        @Override
        public long firstTimestamp() {
            return set.first().timestamp();
        }

        @Override
        public Entry pollFirst() {
            return set.pollFirst();
        }

        @Override
        public void forEach(Reader<Object, Object> reader) throws Exception {
            for (Entry timer : new ArrayList<>(set)) {
                reader.timer(timer.key(), timer.namespace(), timer.timestamp());
            }
        }
    }
}
