// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.TimerQueue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All kinds of state and timers under random keys, beside plain collections that say what must be
 * in them; with snapshots of all forms, ones given up, restarts, and other numbers of subtasks. One
 * seed, one course of things.
 */
final class StateModel {

    private static final int KEYS = 24;

    /** What must be there. */
    private static final class Expected {
        final Map<String, Long> value = new TreeMap<>();
        final Map<String, List<String>> list = new TreeMap<>();
        final Map<String, Map<String, Integer>> map = new TreeMap<>();
        final Map<String, Long> reducing = new TreeMap<>();
        final Map<String, Long> aggregating = new TreeMap<>();
        final Map<String, List<String>> namespaced = new TreeMap<>();
        final TreeSet<String> timers = new TreeSet<>();

        Expected copy() {
            Expected copy = new Expected();
            copy.value.putAll(value);
            list.forEach((key, each) -> copy.list.put(key, new ArrayList<>(each)));
            map.forEach((key, each) -> copy.map.put(key, new HashMap<>(each)));
            copy.reducing.putAll(reducing);
            copy.aggregating.putAll(aggregating);
            namespaced.forEach((key, each) -> copy.namespaced.put(key, new ArrayList<>(each)));
            copy.timers.addAll(timers);
            return copy;
        }
    }

    private static final class Sum implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 1000L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public Long getResult(Long accumulator) {
            return 2 * accumulator;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    /** The states of one subtask. */
    private static final class Subtask {
        final KeyedStateBackend<String> backend;
        ValueState<Long> value;
        ListState<String> list;
        MapState<String, Integer> map;
        ReducingState<Long> reducing;
        AggregatingState<Long, Long> aggregating;
        NamespacedState<Integer, ListState<String>> namespaced;
        TimerQueue<String, Integer> timers;

        Subtask(KeyedStateBackend<String> backend) {
            this.backend = backend;
        }

        void register() throws Exception {
            value = backend.state(new ValueStateDescriptor<>("value", LongSerializer.INSTANCE));
            list = backend.state(new ListStateDescriptor<>("list", StringSerializer.INSTANCE));
            map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "map", StringSerializer.INSTANCE, IntSerializer.INSTANCE));
            reducing =
                    backend.state(
                            new ReducingStateDescriptor<>(
                                    "reducing", Long::sum, LongSerializer.INSTANCE));
            aggregating =
                    backend.state(
                            new AggregatingStateDescriptor<>(
                                    "aggregating", new Sum(), LongSerializer.INSTANCE));
            namespaced =
                    backend.state(
                            IntSerializer.INSTANCE,
                            new ListStateDescriptor<>("list", StringSerializer.INSTANCE));
            timers = backend.timers("timers", IntSerializer.INSTANCE);
        }
    }

    private final Ground ground;
    private final Random random;
    private final List<String> course = new ArrayList<>();
    private List<Subtask> subtasks = new ArrayList<>();
    private KeyedStateBackendFactory factory;
    private Ground.Kind kind;
    private Expected expected = new Expected();
    private Ground.Taken last;
    private Expected atLast = new Expected();
    private boolean lastIsCanonical = true;
    private long checkpointId;
    private final boolean mayChange;

    private StateModel(Ground ground, long seed, Ground.Kind kind, boolean mayChange)
            throws Exception {
        this.ground = ground;
        this.random = new Random(seed);
        this.kind = kind;
        this.mayChange = mayChange;
        begin();
    }

    /**
     * @param mayChange whether the backend becomes the other one now and then
     */
    static void run(Ground ground, long seed, Ground.Kind kind, boolean mayChange, int steps)
            throws Exception {
        StateModel model = new StateModel(ground, seed, kind, mayChange);
        try {
            for (int i = 0; i < steps; i++) {
                model.step();
            }
            model.compare();
        } catch (Throwable t) {
            throw new AssertionError(
                    "seed "
                            + seed
                            + " on "
                            + kind
                            + ", "
                            + model.course.subList(
                                    Math.max(0, model.course.size() - 12), model.course.size()),
                    t);
        } finally {
            model.end();
        }
    }

    private void begin() throws Exception {
        factory = ground.factory(kind, random.nextBoolean(), () -> 0);
        int parallelism = 1 + random.nextInt(4);
        course.add("begins as " + kind + " with " + parallelism);
        for (int i = 0; i < parallelism; i++) {
            Subtask subtask =
                    new Subtask(
                            Ground.backend(
                                    factory,
                                    StringSerializer.INSTANCE,
                                    i,
                                    parallelism,
                                    last == null ? List.of() : ground.dealt(last, i, parallelism)));
            subtasks.add(subtask);
        }
        // Some go through a snapshot before anybody has asked for them.
        if (random.nextInt(4) == 0 && last != null) {
            snapshot();
        }
        for (Subtask subtask : subtasks) {
            subtask.register();
        }
    }

    private void end() {
        subtasks.forEach(subtask -> subtask.backend.close());
        factory.close();
        subtasks = new ArrayList<>();
    }

    private void step() throws Exception {
        int what = random.nextInt(1000);
        if (what < 15) {
            snapshot();
        } else if (what < 22) {
            restart();
        } else if (what < 32) {
            compare();
        } else {
            change();
        }
    }

    private void restart() throws Exception {
        end();
        expected = atLast.copy();
        if (mayChange && lastIsCanonical) {
            kind = Ground.Kind.values()[random.nextInt(2)];
        }
        begin();
    }

    private void snapshot() throws Exception {
        SnapshotOrder.Form form =
                SnapshotOrder.Form.values()[random.nextInt(SnapshotOrder.Form.values().length)];
        if (kind == Ground.Kind.HEAP && form == SnapshotOrder.Form.NATIVE_SAVEPOINT) {
            form = SnapshotOrder.Form.CANONICAL_SAVEPOINT;
        }
        SnapshotOrder order =
                new SnapshotOrder(++checkpointId, 0, form, SnapshotOrder.ALIGNED, false);
        boolean givenUp = random.nextInt(4) == 0;
        course.add(form + " " + checkpointId + (givenUp ? " given up" : ""));
        List<StateHandle> handles = new ArrayList<>();
        for (int i = 0; i < subtasks.size(); i++) {
            var frozen = subtasks.get(i).backend.freeze(order);
            if (givenUp && random.nextBoolean()) {
                frozen.release();
            } else {
                handles.addAll(ground.write(order, i, frozen));
            }
        }
        for (Subtask subtask : subtasks) {
            if (givenUp) {
                subtask.backend.checkpointAborted(checkpointId);
            } else {
                subtask.backend.checkpointComplete(checkpointId);
            }
        }
        if (!givenUp) {
            last = new Ground.Taken(checkpointId, handles);
            atLast = expected.copy();
            lastIsCanonical =
                    handles.stream().allMatch(each -> each.kind() == StateHandle.Kind.KEYED);
        }
    }

    private Subtask at(String key) {
        int group = KeyGroups.keyGroup(key.hashCode(), Ground.MAX_PARALLELISM);
        Subtask subtask =
                subtasks.get(KeyGroups.subtask(group, subtasks.size(), Ground.MAX_PARALLELISM));
        subtask.backend.setCurrentKey(key, key.hashCode());
        return subtask;
    }

    private String key(int number) {
        return "k".repeat(number % 3) + number;
    }

    private void change() throws Exception {
        String key = key(random.nextInt(KEYS));
        Subtask at = at(key);
        long number = random.nextInt(100);
        String text = random.nextInt(8) == 0 ? "" : Long.toString(number);
        switch (random.nextInt(22)) {
            case 0, 1 -> {
                at.value.update(number);
                expected.value.put(key, number);
            }
            case 2 -> {
                at.value.clear();
                expected.value.remove(key);
            }
            case 3, 4, 5 -> {
                at.list.add(text);
                expected.list.computeIfAbsent(key, k -> new ArrayList<>()).add(text);
            }
            case 6 -> {
                at.list.update(List.of(text, "x"));
                expected.list.put(key, new ArrayList<>(List.of(text, "x")));
            }
            case 7 -> {
                at.list.clear();
                expected.list.remove(key);
            }
            case 8, 9, 10 -> {
                Integer value = random.nextInt(6) == 0 ? null : (int) number;
                at.map.put(text, value);
                expected.map.computeIfAbsent(key, k -> new HashMap<>()).put(text, value);
            }
            case 11 -> {
                at.map.remove(text);
                Map<String, Integer> map = expected.map.get(key);
                if (map != null) {
                    map.remove(text);
                    expected.map.values().removeIf(Map::isEmpty);
                }
            }
            case 12 -> {
                if (random.nextInt(4) == 0) {
                    at.map.clear();
                    expected.map.remove(key);
                } else {
                    var entries = at.map.iterator();
                    while (entries.hasNext()) {
                        var entry = entries.next();
                        if (Objects.equals(entry.getKey(), text)) {
                            entries.remove();
                        } else {
                            entry.setValue(7);
                        }
                    }
                    Map<String, Integer> map = expected.map.get(key);
                    if (map != null) {
                        map.remove(text);
                        map.replaceAll((k, v) -> 7);
                        expected.map.values().removeIf(Map::isEmpty);
                    }
                }
            }
            case 13 -> {
                at.reducing.add(number);
                expected.reducing.merge(key, number, Long::sum);
            }
            case 14 -> {
                at.aggregating.add(number);
                expected.aggregating.merge(key, 1000 + number, (a, b) -> a + b - 1000);
            }
            case 15, 16, 17 -> {
                int namespace = random.nextInt(3);
                at.namespaced.in(namespace).add(text);
                expected.namespaced
                        .computeIfAbsent(namespace + "/" + key, k -> new ArrayList<>())
                        .add(text);
            }
            case 18 -> {
                at.namespaced.merge(0, List.of(1, 2));
                List<String> merged = new ArrayList<>();
                for (int namespace = 0; namespace < 3; namespace++) {
                    List<String> its = expected.namespaced.remove(namespace + "/" + key);
                    merged.addAll(its == null ? List.of() : its);
                }
                if (!merged.isEmpty()) {
                    expected.namespaced.put("0/" + key, merged);
                }
            }
            case 19, 20 -> {
                long time = random.nextInt(60) - 20L;
                boolean added = at.timers.add(key, key.hashCode(), (int) number % 2, time);
                same(expected.timers.add(timer(key, (int) number % 2, time)), added, "added");
            }
            default -> {
                if (random.nextBoolean()) {
                    long time = random.nextInt(60) - 20L;
                    boolean removed = at.timers.remove(key, key.hashCode(), (int) number % 2, time);
                    same(
                            expected.timers.remove(timer(key, (int) number % 2, time)),
                            removed,
                            "removed");
                } else {
                    poll(at);
                }
            }
        }
    }

    private void poll(Subtask at) {
        TreeSet<String> its = new TreeSet<>();
        for (String timer : expected.timers) {
            if (at(timer.substring(timer.lastIndexOf('/') + 1)) == at) {
                its.add(timer);
            }
        }
        same(its.isEmpty(), at.timers.isEmpty(), "no timers");
        if (its.isEmpty()) {
            return;
        }
        long earliest = Long.parseLong(its.first().substring(0, 6)) - 200000;
        same(earliest, at.timers.firstTimestamp(), "the first timestamp");
        var timer = at.timers.pollFirst();
        same(earliest, timer.timestamp(), "the timestamp");
        String polled = timer(timer.key(), timer.namespace(), timer.timestamp());
        same(true, expected.timers.remove(polled), polled + " was there");
    }

    private static String timer(String key, int namespace, long time) {
        return (time + 200000) + "/" + namespace + "/" + key;
    }

    private void compare() throws Exception {
        for (int i = 0; i < KEYS; i++) {
            String key = key(i);
            Subtask at = at(key);
            same(expected.value.get(key), at.value.value(), "value of " + key);
            List<String> list = new ArrayList<>();
            at.list.get().forEach(list::add);
            same(expected.list.getOrDefault(key, List.of()), list, "list of " + key);
            Map<String, Integer> map = new HashMap<>();
            at.map.entries().forEach(entry -> map.put(entry.getKey(), entry.getValue()));
            same(expected.map.getOrDefault(key, Map.of()), map, "map of " + key);
            same(map.isEmpty(), at.map.isEmpty(), "emptiness of the map of " + key);
            same(map.containsKey(""), at.map.contains(""), "an entry of the map of " + key);
            same(expected.reducing.get(key), at.reducing.get(), "reducing of " + key);
            Long sum = expected.aggregating.get(key);
            same(sum == null ? null : 2 * sum, at.aggregating.get(), "aggregating of " + key);
            for (int namespace = 0; namespace < 3; namespace++) {
                List<String> its = new ArrayList<>();
                at.namespaced.in(namespace).get().forEach(its::add);
                same(
                        expected.namespaced.getOrDefault(namespace + "/" + key, List.of()),
                        its,
                        "list of " + key + " in " + namespace);
            }
        }
        TreeSet<String> timers = new TreeSet<>();
        TreeSet<String> keysWithMap = new TreeSet<>();
        long timerCount = 0;
        long entries = 0;
        for (Subtask subtask : subtasks) {
            subtask.timers.forEach(
                    (key, namespace, time) -> timers.add(timer(key, namespace, time)));
            timerCount += subtask.timers.size();
            subtask.backend.forEachKey(
                    new MapStateDescriptor<>(
                            "map", StringSerializer.INSTANCE, IntSerializer.INSTANCE),
                    (key, state) -> same(true, keysWithMap.add(key), key + " is shown once"));
            entries += subtask.backend.entries("map") + subtask.backend.entries("value");
        }
        same(expected.timers, timers, "timers");
        same((long) timers.size(), timerCount, "number of timers");
        same(new TreeSet<>(expected.map.keySet()), keysWithMap, "keys that have a map");
        same((long) expected.map.size() + expected.value.size(), entries, "entries");
    }

    private static void same(Object expected, Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + " should be " + expected + ", but is " + actual);
        }
    }
}
