// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.WindowFold;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanes.Span;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.spi.WindowGrid;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowPanesTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);
    private static final TimeWindow.Serializer WINDOWS = new TimeWindow.Serializer();
    private static final int KEYS = 60;

    /** Sums in objects that are changed in place. */
    private static final class InPlace implements WindowFold<Long, Sum> {

        @Override
        public Sum begin(Long record) {
            return new Sum(1, record);
        }

        @Override
        public Sum add(Long record, Sum accumulator) {
            return accumulator.add(record);
        }

        @Override
        public Long another(Long record) {
            return record;
        }

        @Override
        public boolean beginsWithRecord() {
            return false;
        }

        /** Makes both worthless. */
        @Override
        public Sum merge(Sum first, Sum second) {
            Sum merged = new Sum(first.n + second.n, first.sum + second.sum);
            first.n = -1000;
            second.n = -1000;
            return merged;
        }
    }

    /** Sums in tuples, of which a part may be null. */
    private static final class InTuples implements WindowFold<Long, Tuple2<Integer, Long>> {

        @Override
        public Tuple2<Integer, Long> begin(Long record) {
            return Tuple2.of(1, record);
        }

        @Override
        public Tuple2<Integer, Long> add(Long record, Tuple2<Integer, Long> accumulator) {
            accumulator.f0++;
            accumulator.f1 += record;
            return accumulator;
        }

        @Override
        public Long another(Long record) {
            return record;
        }

        @Override
        public boolean beginsWithRecord() {
            return false;
        }

        @Override
        public Tuple2<Integer, Long> merge(
                Tuple2<Integer, Long> first, Tuple2<Integer, Long> second) {
            return Tuple2.of(first.f0 + second.f0, first.f1 + second.f1);
        }
    }

    private static WindowPanesSpec<Long, Sum> inPlace(WindowGrid grid) {
        return new WindowPanesSpec<>(
                grid, "w", "reducing", "t", WINDOWS, new Sum.Serializer(), new InPlace());
    }

    private static WindowPanesSpec<Long, Tuple2<Integer, Long>> inTuples(WindowGrid grid) {
        TypeSerializer<Tuple2<Integer, Long>> serializer =
                Types.<Tuple2<Integer, Long>>TUPLE(Types.INT, Types.LONG)
                        .createSerializer(new ExecutionConfig().getSerializerConfig());
        return new WindowPanesSpec<>(
                grid, "w", "reducing", "t", WINDOWS, serializer, new InTuples());
    }

    @ParameterizedTest
    @CsvSource({"10, 10, 0", "10, 2, 1", "10, 3, -2", "60, 1, 0", "7, 20, 3"})
    @DisplayName("S17: panes equal a model, and their snapshots stay what they were")
    void panesOfBothKindsEqualAModel(long size, long slide, long origin) throws Exception {
        WindowGrid grid = new WindowGrid(size, slide, origin);
        run(grid, inPlace(grid), WindowPanesTest::taken);
        run(grid, inTuples(grid), tuple -> new Sum(tuple.f0, tuple.f1));
    }

    /** What a function is shown is its own: it may change it. */
    private static Sum taken(Sum shown) {
        Sum copy = new Sum(shown.n, shown.sum);
        shown.n = -7;
        return copy;
    }

    private interface AsSum<A> {
        Sum of(A accumulator);
    }

    private static <A> void run(WindowGrid grid, WindowPanesSpec<Long, A> spec, AsSum<A> asSum)
            throws Exception {
        Random random = new Random(grid.hashCode());
        TreeMap<Span, Map<Long, Sum>> model = new TreeMap<>();
        List<KeyedStateBackend<Long>> backends = List.of(backend(ALL));
        List<WindowPanes<Long, Long, A>> panes = new ArrayList<>();
        panes.add(backends.get(0).panes(spec));
        long now = -200;
        for (int round = 0; round < 5; round++) {
            now = change(grid, model, backends.size(), panes, random, now, asSum);
            List<FrozenState> frozen = new ArrayList<>();
            for (KeyedStateBackend<Long> backend : backends) {
                frozen.add(backend.freeze(round));
            }
            TreeMap<Span, Map<Long, Sum>> then = copy(model);
            long later = change(grid, model, backends.size(), panes, random, now, asSum);
            assertThat(later).isGreaterThan(now);
            List<RestoredState> handles = new ArrayList<>();
            for (FrozenState each : frozen) {
                handles.add(StateBytes.restorable(each));
            }
            seesAsState(handles, then);
            int parallelism = 1 + random.nextInt(3);
            backends = new ArrayList<>();
            panes = new ArrayList<>();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                KeyedStateBackend<Long> backend =
                        backend(
                                KeyGroups.range(subtask, parallelism, 128),
                                handles.toArray(new RestoredState[0]));
                backends.add(backend);
                panes.add(backend.panes(spec));
            }
            model = then;
        }
    }

    /** What was written is state in namespaces, for who has no panes. */
    private static void seesAsState(List<RestoredState> handles, TreeMap<Span, Map<Long, Sum>> then)
            throws Exception {
        long entries = then.values().stream().mapToLong(Map::size).sum();
        KeyedStateBackend<Long> general = backend(ALL, handles.toArray(new RestoredState[0]));
        assertThat(general.entries("w")).isEqualTo(entries);
        TimerQueue<Long, TimeWindow> timers = general.timers("t", WINDOWS);
        assertThat(timers.size()).isEqualTo(entries);
        timers.forEach(
                (key, window, time) -> {
                    assertThat(time).isEqualTo(window.maxTimestamp());
                    assertThat(then.get(new Span(window.getStart(), window.getEnd())))
                            .containsKey(key);
                });
    }

    private static TreeMap<Span, Map<Long, Sum>> copy(TreeMap<Span, Map<Long, Sum>> model) {
        TreeMap<Span, Map<Long, Sum>> copy = new TreeMap<>();
        model.forEach(
                (span, keys) -> {
                    Map<Long, Sum> own = new HashMap<>();
                    keys.forEach((key, sum) -> own.put(key, new Sum(sum.n, sum.sum)));
                    copy.put(span, own);
                });
        return copy;
    }

    private static <A> long change(
            WindowGrid grid,
            TreeMap<Span, Map<Long, Sum>> model,
            int parallelism,
            List<WindowPanes<Long, Long, A>> panes,
            Random random,
            long from,
            AsSum<A> asSum)
            throws Exception {
        long now = from;
        for (int i = 0; i < 3000; i++) {
            now += random.nextInt(50) == 0 ? random.nextInt(30) : 0;
            long time = now - random.nextInt(15);
            Long key = (long) random.nextInt(KEYS) - KEYS / 2;
            long value = random.nextInt(1000);
            WindowPanes<Long, Long, A> mine = panes.get(owner(key, parallelism));
            long first = grid.first(time);
            long last = grid.last(time);
            if (first <= last) {
                mine.fold(key, key.hashCode(), value, first, last);
            }
            for (long n = first; n <= last; n++) {
                add(model, new Span(grid.start(n), grid.end(n)), key, value);
            }
            if (random.nextInt(100) == 0) {
                Span odd = new Span(now - 5, now + random.nextInt(100));
                mine.fold(key, key.hashCode(), value, odd);
                add(model, odd, key, value);
            }
        }
        long watermark = now - 10;
        while (!model.isEmpty() && model.firstKey().maxTimestamp() <= watermark) {
            Span span = model.firstKey();
            Map<Long, Sum> shown = new HashMap<>();
            for (WindowPanes<Long, Long, A> each : panes) {
                if (span.equals(each.first())) {
                    each.showFirst((key, sum) -> shown.put(key, asSum.of(sum)));
                    each.dropFirst();
                }
            }
            assertThat(shown).isEqualTo(model.pollFirstEntry().getValue());
        }
        return now + 1;
    }

    private static void add(TreeMap<Span, Map<Long, Sum>> model, Span span, Long key, long value) {
        model.computeIfAbsent(span, s -> new HashMap<>())
                .computeIfAbsent(key, k -> new Sum(0, 0))
                .add(value);
    }

    private static int owner(Long key, int parallelism) {
        return KeyGroups.subtask(KeyGroups.keyGroup(key.hashCode(), 128), parallelism, 128);
    }

    @ParameterizedTest
    @CsvSource({"10, 2, 1", "100, 1, 0", "3600, 1, 0", "90, 40, 7"})
    @DisplayName("Slices equal a model through late records, snapshots and rescaling")
    void slicesEqualAModel(long size, long slide, long origin) throws Exception {
        WindowGrid grid = new WindowGrid(size, slide, origin);
        long length =
                java.math.BigInteger.valueOf(size)
                        .gcd(java.math.BigInteger.valueOf(slide))
                        .longValueExact();
        WindowGrid slicing = new WindowGrid(length, length, origin % length);
        sliced(grid, slicing, inPlace(slicing), WindowPanesTest::taken);
        sliced(grid, slicing, inTuples(slicing), tuple -> new Sum(tuple.f0, tuple.f1));
    }

    private record Record(long time, Long key, long value) {}

    private static <A> void sliced(
            WindowGrid grid, WindowGrid slicing, WindowPanesSpec<Long, A> spec, AsSum<A> asSum)
            throws Exception {
        Random random = new Random(grid.hashCode());
        List<Record> records = new ArrayList<>();
        int parallelism = 1;
        List<KeyedStateBackend<Long>> backends = List.of(backend(ALL));
        List<WindowSlices<Long, Long, A>> slices = new ArrayList<>();
        slices.add(backends.get(0).slices(spec));
        // By subtask: the number of the first window that it has not shown.
        long[] open = {Long.MIN_VALUE};
        Map<Long, Long> openOfKey = new HashMap<>();
        long now = 0;
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < 400; i++) {
                now += random.nextInt(3);
                // Late for most of its windows, at times.
                long time = now - random.nextInt(random.nextInt(20) == 0 ? (int) grid.size() : 5);
                Long key = (long) random.nextInt(KEYS);
                int owner = owner(key, parallelism);
                long ownOpen = openOfKey.getOrDefault(key, Long.MIN_VALUE);
                boolean ahead = ownOpen > open[owner];
                // Of a key that was further than its new subtask is, nothing is late but not lost.
                if (ahead ? grid.first(time) >= ownOpen : grid.last(time) >= open[owner]) {
                    long value = random.nextInt(100);
                    records.add(new Record(time, key, value));
                    slices.get(owner).fold(key, key.hashCode(), value, slicing.last(time));
                }
            }
            for (int subtask = 0; subtask < parallelism; subtask++) {
                long until = grid.first(now - 6 - random.nextInt(20));
                if (open[subtask] == Long.MIN_VALUE) {
                    open[subtask] = grid.first(records.get(0).time - grid.size());
                }
                for (long n = open[subtask]; n < until; n++) {
                    Map<Long, Sum> shown = new HashMap<>();
                    long first = slicing.last(grid.start(n));
                    slices.get(subtask)
                            .show(
                                    first,
                                    first + grid.size() / slicing.size() - 1,
                                    grid.start(n),
                                    (key, sum) -> shown.put(key, asSum.of(sum)));
                    slices.get(subtask).shown(grid.start(n));
                    slices.get(subtask).dropBefore(slicing.last(grid.start(n + 1)));
                    if (n % 7 == 0 || n == until - 1) {
                        assertThat(shown)
                                .as("window %s of %s", n, grid)
                                .isEqualTo(
                                        expected(
                                                grid, records, n, subtask, parallelism, openOfKey));
                    }
                }
                open[subtask] = Math.max(open[subtask], until);
            }
            if (round % 2 == 1) {
                List<RestoredState> handles = new ArrayList<>();
                for (KeyedStateBackend<Long> backend : backends) {
                    handles.add(StateBytes.restorable(backend.freeze(round)));
                }
                for (long key = 0; key < KEYS; key++) {
                    openOfKey.merge(key, open[owner(key, parallelism)], Math::max);
                }
                parallelism = 1 + random.nextInt(3);
                backends = new ArrayList<>();
                slices = new ArrayList<>();
                open = new long[parallelism];
                for (int subtask = 0; subtask < parallelism; subtask++) {
                    KeyedStateBackend<Long> backend =
                            backend(
                                    KeyGroups.range(subtask, parallelism, 128),
                                    handles.toArray(new RestoredState[0]));
                    backends.add(backend);
                    slices.add(backend.slices(spec));
                    open[subtask] = Long.MAX_VALUE;
                    for (long key = 0; key < KEYS; key++) {
                        if (owner(key, parallelism) == subtask) {
                            open[subtask] = Math.min(open[subtask], openOfKey.get(key));
                        }
                    }
                }
            }
        }
    }

    private static Map<Long, Sum> expected(
            WindowGrid grid,
            List<Record> records,
            long window,
            int subtask,
            int parallelism,
            Map<Long, Long> openOfKey) {
        Map<Long, Sum> expected = new HashMap<>();
        for (Record record : records) {
            if (owner(record.key, parallelism) == subtask
                    && window >= openOfKey.getOrDefault(record.key, Long.MIN_VALUE)
                    && record.time >= grid.start(window)
                    && record.time < grid.end(window)) {
                expected.computeIfAbsent(record.key, k -> new Sum(0, 0)).add(record.value);
            }
        }
        return expected;
    }

    @Test
    @DisplayName("Windows that were shown, and only waited for late records, are not restored")
    void shownWindowsAreNotRestored() throws Exception {
        KeyedStateBackend<Long> general = backend(ALL);
        general.setCurrentKey(1L, 1);
        NamespacedState<TimeWindow, ReducingState<Sum>> state =
                general.state(
                        WINDOWS,
                        new ReducingStateDescriptor<>(
                                "w",
                                (a, b) -> new Sum(a.n + b.n, a.sum + b.sum),
                                new Sum.Serializer()));
        TimeWindow shown = new TimeWindow(0, 10);
        TimeWindow due = new TimeWindow(10, 20);
        state.in(shown).add(new Sum(1, 5));
        state.in(due).add(new Sum(1, 6));
        general.timers("t", WINDOWS).add(1L, 1, shown, 109);
        general.timers("t", WINDOWS).add(1L, 1, due, 19);
        general.timers("t", WINDOWS).add(1L, 1, due, 119);
        KeyedStateBackend<Long> next = backend(ALL, StateBytes.restorable(general.freeze(1)));
        WindowPanes<Long, Long, Sum> panes = next.panes(inPlace(new WindowGrid(10, 10, 0)));
        assertThat(panes.first()).isEqualTo(new Span(10, 20));
        panes.dropFirst();
        assertThat(panes.first()).isNull();
    }

    @Test
    @DisplayName("S03: another accumulator, and slices of another length, are refused")
    void s03OtherTypesAreRefused() throws Exception {
        WindowGrid grid = new WindowGrid(10, 10, 0);
        KeyedStateBackend<Long> first = backend(ALL);
        first.panes(inPlace(grid)).fold(1L, 1, 5L, 0, 0);
        RestoredState restored = StateBytes.restorable(first.freeze(1));
        assertThatThrownBy(() -> backend(ALL, restored).panes(inTuples(grid)))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'w'", "'Count'", "Tuple2<Integer, Long>", "TimeWindow");
        KeyedStateBackend<Long> sliced = backend(ALL);
        sliced.slices(inPlace(grid)).fold(1L, 1, 5L, 0);
        RestoredState slices = StateBytes.restorable(sliced.freeze(1));
        assertThatThrownBy(() -> backend(ALL, slices).slices(inPlace(new WindowGrid(5, 5, 0))))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContainingAll("'Count'", "from 0 to 10", "slices of 5 ms");
    }

    private static KeyedStateBackend<Long> backend(KeyGroupRange range, RestoredState... restored)
            throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                LongSerializer.INSTANCE,
                                128,
                                range,
                                new ExecutionConfig(),
                                List.of(restored)));
    }
}
