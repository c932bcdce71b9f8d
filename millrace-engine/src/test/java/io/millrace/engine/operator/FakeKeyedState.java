// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.KeyedStateFunction;
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
    public <S extends State> void forEachKey(
            StateDescriptor<S, ?> descriptor, KeyedStateFunction<Object, S> function) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TimerQueue<Object> timers(String name) {
        return timers.computeIfAbsent(name, key -> new Timers());
    }

    @Override
    public long entries(String stateName) {
        return values.get(stateName).size();
    }

    @Override
    public FrozenState freeze(long checkpointId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}

    private record Timer(Object key, long timestamp) {}

    static final class Timers implements TimerQueue<Object> {
        final TreeSet<Timer> set =
                new TreeSet<>(
                        Comparator.comparingLong(Timer::timestamp)
                                .thenComparing(timer -> timer.key().toString()));

        @Override
        public boolean add(Object key, int keyHash, long timestamp) {
            return set.add(new Timer(key, timestamp));
        }

        @Override
        public boolean remove(Object key, int keyHash, long timestamp) {
            return set.remove(new Timer(key, timestamp));
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
        public Object pollFirst() {
            return set.pollFirst().key();
        }

        @Override
        public void forEach(Reader<Object> reader) throws Exception {
            for (Timer timer : new java.util.ArrayList<>(set)) {
                reader.timer(timer.key(), timer.timestamp());
            }
        }
    }
}
