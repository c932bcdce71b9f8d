// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several snapshots are alive at once, and are written or dropped in any order. */
class OverlappingSnapshotsTest {

    private static final int KEYS = 3_000;
    private static final int STEPS = 60_000;
    private static final int MOST_AT_ONCE = 4;
    private static final ListStateDescriptor<Long> NUMBERS =
            new ListStateDescriptor<>("numbers", LongSerializer.INSTANCE);

    /** What one key has. */
    private record Content(Sum sum, List<Long> list, Map<Long, Long> map, boolean timer) {
        static final Content NONE = new Content(null, List.of(), Map.of(), false);

        boolean isNone() {
            return equals(NONE);
        }
    }

    /** A frozen state and what must be in it. */
    private record Running(FrozenState frozen, Map<Long, Content> content) {}

    private static final class States {
        final KeyedStateBackend<Long> backend;
        final ValueState<Sum> sum;
        final ListState<Long> list;
        final MapState<Long, Long> map;
        final TimerQueue<Long, VoidNamespace> timers;

        States(RestoredState... restored) throws Exception {
            backend =
                    new HeapKeyedStateBackendFactory()
                            .create(
                                    StateBytes.request(
                                            "op",
                                            "u",
                                            LongSerializer.INSTANCE,
                                            128,
                                            new KeyGroupRange(0, 127),
                                            new ExecutionConfig(),
                                            List.of(restored)));
            sum = backend.state(new ValueStateDescriptor<>("sum", new Sum.Serializer()));
            list = backend.state(new ListStateDescriptor<>("list", LongSerializer.INSTANCE));
            map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "map", LongSerializer.INSTANCE, LongSerializer.INSTANCE));
            timers = backend.timers("event");
        }

        void at(long key) {
            backend.setCurrentKey(key, Long.hashCode(key));
        }

        Content content(long key) throws Exception {
            at(key);
            List<Long> elements = new ArrayList<>();
            if (list.get() != null) {
                list.get().forEach(elements::add);
            }
            Map<Long, Long> entries = new TreeMap<>();
            for (Map.Entry<Long, Long> entry : map.entries()) {
                entries.put(entry.getKey(), entry.getValue());
            }
            boolean timer = !timers.add(key, Long.hashCode(key), VoidNamespace.INSTANCE, key);
            if (!timer) {
                timers.remove(key, Long.hashCode(key), VoidNamespace.INSTANCE, key);
            }
            return new Content(sum.value(), elements, entries, timer);
        }

        /** One change of one kind of state, the sum's in place. */
        Content change(long key, Content before, Random random) throws Exception {
            at(key);
            switch (random.nextInt(8)) {
                case 0 -> {
                    Sum now = sum.value();
                    if (now == null) {
                        now = new Sum(0, 0);
                        sum.update(now);
                    }
                    now.n++;
                    now.sum += key;
                    return new Content(
                            new Sum(now.n, now.sum), before.list(), before.map(), before.timer());
                }
                case 1 -> {
                    sum.clear();
                    return new Content(null, before.list(), before.map(), before.timer());
                }
                case 2, 3 -> {
                    long element = random.nextInt(100);
                    list.add(element);
                    List<Long> more = new ArrayList<>(before.list());
                    more.add(element);
                    return new Content(before.sum(), more, before.map(), before.timer());
                }
                case 4 -> {
                    list.clear();
                    return new Content(before.sum(), List.of(), before.map(), before.timer());
                }
                case 5 -> {
                    long mine = random.nextInt(4);
                    long value = random.nextInt(100);
                    map.put(mine, value);
                    Map<Long, Long> more = new TreeMap<>(before.map());
                    more.put(mine, value);
                    return new Content(before.sum(), before.list(), more, before.timer());
                }
                case 6 -> {
                    long mine = random.nextInt(4);
                    map.remove(mine);
                    Map<Long, Long> less = new TreeMap<>(before.map());
                    less.remove(mine);
                    return new Content(before.sum(), before.list(), less, before.timer());
                }
                default -> {
                    if (before.timer()) {
                        timers.remove(key, Long.hashCode(key), VoidNamespace.INSTANCE, key);
                    } else {
                        timers.add(key, Long.hashCode(key), VoidNamespace.INSTANCE, key);
                    }
                    return new Content(before.sum(), before.list(), before.map(), !before.timer());
                }
            }
        }
    }

    @ParameterizedTest(name = "{displayName} (seed {0})")
    @ValueSource(longs = {1, 2, 3, 4})
    @DisplayName("M9: each of several snapshots at once has what there was when it was frozen")
    void eachHasWhatThereWasWhenItWasFrozen(long seed) throws Exception {
        Random random = new Random(seed);
        States states = new States();
        Map<Long, Content> model = new TreeMap<>();
        List<Running> running = new ArrayList<>();
        List<Future<?>> written = new ArrayList<>();
        ExecutorService io = Executors.newFixedThreadPool(MOST_AT_ONCE);
        try {
            for (int step = 0; step < STEPS; step++) {
                // A few keys are changed all the time, the others now and then.
                long key = random.nextInt(random.nextBoolean() ? 20 : KEYS);
                Content now = states.change(key, model.getOrDefault(key, Content.NONE), random);
                if (now.isNone()) {
                    model.remove(key);
                } else {
                    model.put(key, now);
                }
                if (running.size() < MOST_AT_ONCE && random.nextInt(2_000) == 0) {
                    running.add(new Running(states.backend.freeze(step), new TreeMap<>(model)));
                }
                if (!running.isEmpty() && random.nextInt(2_500) == 0) {
                    Running one = running.remove(random.nextInt(running.size()));
                    if (random.nextInt(4) == 0) {
                        one.frozen().release(); // given up
                    } else {
                        written.add(io.submit(() -> verify(one)));
                    }
                }
            }
            for (Running one : running) {
                written.add(io.submit(() -> verify(one)));
            }
            for (Future<?> one : written) {
                one.get();
            }
            assertThat(written).hasSizeGreaterThan(5);
        } finally {
            io.shutdownNow();
        }
    }

    private static Void verify(Running running) throws Exception {
        States restored = new States(StateBytes.restorable(running.frozen()));
        for (long key = 0; key < KEYS; key++) {
            assertThat(restored.content(key))
                    .as("key %d", key)
                    .isEqualTo(running.content().getOrDefault(key, Content.NONE));
        }
        return null;
    }

    @Test
    @DisplayName("M9: of operator state too, written in the opposite order")
    void ofOperatorStateToo() throws Exception {
        HeapOperatorStateBackend backend =
                new HeapOperatorStateBackend("op", "u", new ExecutionConfig(), List.of(), 0, 1);
        ListState<Long> list = backend.getListState(NUMBERS);
        List<FrozenState> frozen = new ArrayList<>();
        for (long n = 1; n <= 3; n++) {
            list.add(n);
            frozen.add(backend.freeze(n));
        }
        list.clear();
        for (int i = 2; i >= 0; i--) {
            List<RestoredState> mine = List.of(StateBytes.restorable(frozen.get(i)));
            HeapOperatorStateBackend restored =
                    new HeapOperatorStateBackend(
                            "op",
                            "u",
                            new ExecutionConfig(),
                            OperatorStateRedistribution.shares(List.of(mine), 0, 1),
                            0,
                            1);
            assertThat(restored.getListState(NUMBERS).get())
                    .containsExactlyElementsOf(List.of(1L, 2L, 3L).subList(0, i + 1));
        }
    }
}
