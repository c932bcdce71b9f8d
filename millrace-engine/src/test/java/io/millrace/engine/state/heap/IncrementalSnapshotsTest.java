// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
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
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.LayeredState;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileReader;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StoredFiles;
import io.millrace.engine.state.Sum;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.state.WindowFold;
import io.millrace.engine.state.WindowPanes;
import io.millrace.engine.state.WindowPanesSpec;
import io.millrace.engine.state.WindowSlices;
import io.millrace.runtime.state.VoidNamespace;
import io.millrace.spi.WindowGrid;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Snapshots in layers have, at every moment, what a snapshot that is written whole has: through all
 * kinds of state, changes in place, failures, overlapping snapshots and savepoints.
 */
class IncrementalSnapshotsTest {

    private static final KeyGroupRange ALL = new KeyGroupRange(0, 127);

    /** Everything in layers, and little rewritten at once. */
    private static final LayerLimits ALWAYS = new LayerLimits(0, 0, 256);

    private static final TimeWindow.Serializer WINDOWS = new TimeWindow.Serializer();

    /** Keys that are equal if their ids are, however they are spelled. */
    public static final class Spelled {
        public long id;
        public String spelling;

        public Spelled() {}

        Spelled(long id, String spelling) {
            this.id = id;
            this.spelling = spelling;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Spelled spelled && spelled.id == id;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(id);
        }
    }

    private static final class Count implements AggregateFunction<Long, Sum, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Sum createAccumulator() {
            return new Sum(0, 0);
        }

        @Override
        public Sum add(Long value, Sum accumulator) {
            return accumulator.add(value);
        }

        @Override
        public Long getResult(Sum accumulator) {
            return accumulator.n;
        }

        @Override
        public Sum merge(Sum a, Sum b) {
            return new Sum(a.n + b.n, a.sum + b.sum);
        }
    }

    /** Gives null at times. */
    private static final class Fold implements WindowFold<Long, Sum> {
        @Override
        public Sum begin(Long record) {
            return new Sum(1, record);
        }

        @Override
        public Sum add(Long record, Sum accumulator) {
            return record % 10 == 0 ? null : accumulator.add(record);
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
        public Sum merge(Sum first, Sum second) {
            return new Sum(first.n + second.n, first.sum + second.sum);
        }
    }

    private static final class TupleFold implements WindowFold<Long, Tuple2<Integer, Long>> {
        @Override
        public Tuple2<Integer, Long> begin(Long record) {
            return Tuple2.of(1, record);
        }

        @Override
        public Tuple2<Integer, Long> add(Long record, Tuple2<Integer, Long> sum) {
            return record % 10 == 0 ? null : Tuple2.of(sum.f0 + 1, sum.f1 + record);
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
        public Tuple2<Integer, Long> merge(Tuple2<Integer, Long> a, Tuple2<Integer, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private interface Keys<K> {
        K key(long id, Random random);
    }

    /** A backend with all kinds of state, and a program that changes them at random. */
    private static final class Program<K> {
        final KeyedStateBackend<K> backend;
        final Keys<K> keys;
        final Random random;
        final ValueState<Long> number;
        final ValueState<Sum> sum;
        final ListState<Long> list;
        final MapState<String, Long> map;
        final MapState<Long, Sum> sums;
        final ReducingState<Long> reduced;
        final AggregatingState<Long, Long> counted;
        final NamespacedState<String, ValueState<Long>> named;
        final NamespacedState<String, ListState<Long>> namedLists;
        final TimerQueue<K, VoidNamespace> timers;
        final TimerQueue<K, String> namedTimers;
        final WindowPanes<K, Long, Sum> tumbling;
        final WindowPanes<K, Long, Tuple2<Integer, Long>> sliding;
        final WindowSlices<K, Long, Sum> slices;
        int range;
        long now = 1000;

        Program(TypeSerializer<K> serializer, Keys<K> keys, int range, Random random)
                throws Exception {
            this.keys = keys;
            this.range = range;
            this.random = random;
            backend = backend(serializer, ALWAYS, ALL);
            number = backend.state(new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
            sum = backend.state(new ValueStateDescriptor<>("sum", new Sum.Serializer()));
            list = backend.state(new ListStateDescriptor<>("list", LongSerializer.INSTANCE));
            map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "map", StringSerializer.INSTANCE, LongSerializer.INSTANCE));
            sums =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "sums", LongSerializer.INSTANCE, new Sum.Serializer()));
            reduced =
                    backend.state(
                            new ReducingStateDescriptor<>(
                                    "reduced", Long::sum, LongSerializer.INSTANCE));
            counted =
                    backend.state(
                            new AggregatingStateDescriptor<>(
                                    "counted", new Count(), new Sum.Serializer()));
            named =
                    backend.state(
                            StringSerializer.INSTANCE,
                            new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
            namedLists =
                    backend.state(
                            StringSerializer.INSTANCE,
                            new ListStateDescriptor<>("named-list", LongSerializer.INSTANCE));
            timers = backend.timers("event");
            namedTimers = backend.timers("named", StringSerializer.INSTANCE);
            tumbling = backend.panes(spec("tumbling", new WindowGrid(50, 50, 0)));
            sliding =
                    backend.panes(
                            new WindowPanesSpec<>(
                                    new WindowGrid(60, 20, 0),
                                    "sliding",
                                    "aggregating",
                                    "sliding-timers",
                                    WINDOWS,
                                    Types.<Tuple2<Integer, Long>>TUPLE(Types.INT, Types.LONG)
                                            .createSerializer(
                                                    new ExecutionConfig().getSerializerConfig()),
                                    new TupleFold()));
            slices = backend.slices(spec("slices", new WindowGrid(10, 10, 0)));
        }

        static WindowPanesSpec<Long, Sum> spec(String name, WindowGrid grid) {
            return new WindowPanesSpec<>(
                    grid,
                    name,
                    "reducing",
                    name + "-timers",
                    WINDOWS,
                    new Sum.Serializer(),
                    new Fold());
        }

        K at(long id) {
            K key = keys.key(id, random);
            backend.setCurrentKey(key, key.hashCode());
            return key;
        }

        void changes(int count) throws Exception {
            for (int i = 0; i < count; i++) {
                change(random.nextInt(range));
            }
        }

        void change(long id) throws Exception {
            K key = at(id);
            String namespace = "n" + random.nextInt(3);
            switch (random.nextInt(17)) {
                case 0, 1 -> number.update(random.nextLong());
                case 2 -> number.clear();
                case 3 -> {
                    if (sum.value() == null) {
                        sum.update(new Sum(1, id));
                    } else {
                        // Nobody is told.
                        sum.value().add(id);
                    }
                }
                case 4 -> sum.clear();
                case 5 -> list.add(random.nextLong());
                case 6 -> list.clear();
                case 7 -> map.put(namespace, random.nextLong());
                case 8 -> map.remove(namespace);
                case 9 -> {
                    long mine = random.nextInt(3);
                    Sum there = sums.get(mine);
                    if (there == null) {
                        sums.put(mine, new Sum(1, 1));
                    } else if (random.nextBoolean()) {
                        there.add(random.nextInt(100));
                    } else {
                        var entries = sums.iterator();
                        entries.next();
                        entries.remove();
                    }
                }
                case 10 -> reduced.add((long) random.nextInt(100));
                case 11 -> {
                    if (random.nextInt(3) == 0) {
                        counted.clear();
                    } else {
                        counted.add(5L);
                    }
                }
                case 12 -> {
                    if (random.nextBoolean()) {
                        named.in(namespace).update(random.nextLong());
                    } else {
                        named.in(namespace).clear();
                    }
                    namedLists.in(namespace).add(id);
                    if (random.nextInt(4) == 0) {
                        namedLists.merge("merged", List.of(namespace, "n1"));
                    }
                }
                case 13 ->
                        timers.add(key, key.hashCode(), VoidNamespace.INSTANCE, random.nextInt(9));
                case 14 -> {
                    timers.remove(key, key.hashCode(), VoidNamespace.INSTANCE, random.nextInt(9));
                    if (!timers.isEmpty() && random.nextInt(5) == 0) {
                        timers.pollFirst();
                    }
                }
                case 15 -> namedTimers.add(key, key.hashCode(), namespace, random.nextInt(100));
                default -> window(key);
            }
        }

        private void window(K key) throws Exception {
            now += random.nextInt(3);
            long time = now - random.nextInt(15);
            long record = random.nextInt(100);
            long number = time / 50;
            tumbling.fold(key, key.hashCode(), record, number, number);
            sliding.fold(key, key.hashCode(), record, time / 20 - 2, time / 20);
            slices.fold(key, key.hashCode(), record, time / 10);
            while (tumbling.first().maxTimestamp() < now - 40) {
                tumbling.showFirst((k, a) -> a.add(1));
                tumbling.dropFirst();
            }
            while (sliding.first().maxTimestamp() < now - 40) {
                sliding.dropFirst();
            }
            slices.shown(now - 200);
            slices.dropBefore((now - 100) / 10);
        }

        void clearAll(int from, int to) {
            for (int id = from; id < to; id++) {
                at(id);
                for (var each : List.of(number, sum, list, map, sums, reduced, counted)) {
                    each.clear();
                }
            }
        }
    }

    private static <K> KeyedStateBackend<K> backend(
            TypeSerializer<K> keys, LayerLimits limits, KeyGroupRange range, RestoredState... from)
            throws Exception {
        return new HeapKeyedStateBackendFactory(() -> 0, limits)
                .create(
                        StateBytes.request(
                                "op", "u", keys, 128, range, new ExecutionConfig(), List.of(from)));
    }

    /** Entries, told from others by their number and a sum. */
    private record Bag(long entries, long hash) {
        Bag with(Bag more) {
            return new Bag(entries + more.entries, hash + more.hash);
        }
    }

    /** All entries, by state; those of marks left out. */
    private static TreeMap<String, Bag> content(RestoredState state) throws IOException {
        TreeMap<String, Bag> all = new TreeMap<>();
        LayeredState.Visitor visitor =
                (header, block) ->
                        block.forEach(
                                (in, length) -> {
                                    long hash = length;
                                    for (int i = 0; i < length; i++) {
                                        hash = Mix.of(hash * 31 + in.readByte());
                                    }
                                    String name = header.name() + header.namespaces();
                                    if (!header.name().equals("slices-timers")) {
                                        all.merge(name, new Bag(1, hash), Bag::with);
                                    }
                                });
        if (state.handle().kind() == StateHandle.Kind.KEYED_LAYERS) {
            LayeredState.open(state).forEachBlock(visitor);
            return all;
        }
        try (StateFileReader reader = StateFileReader.keyed(state.source().open())) {
            while (reader.nextState()) {
                for (var block = reader.nextBlock(); block != null; block = reader.nextBlock()) {
                    visitor.block(reader.state(), block);
                }
            }
        }
        return all;
    }

    private static SnapshotOrder savepoint(long id) {
        return new SnapshotOrder(
                id, 0, SnapshotOrder.Form.CANONICAL_SAVEPOINT, SnapshotOrder.ALIGNED, false);
    }

    private static SnapshotOrder full(long id) {
        return new SnapshotOrder(
                id, 0, SnapshotOrder.Form.FULL_CHECKPOINT, SnapshotOrder.ALIGNED, false);
    }

    private record Running(SnapshotOrder order, FrozenState frozen, TreeMap<String, Bag> content) {}

    @ParameterizedTest(name = "{displayName}: seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 6, 8})
    @DisplayName("M15, CK-81: layers are the state, whatever happens to snapshots before")
    void layersAreTheState(int seed) throws Exception {
        // Few keys, in pages with many parts; or many, in pages with one.
        if (seed % 4 == 0) {
            run(
                    Types.POJO(Spelled.class)
                            .createSerializer(new ExecutionConfig().getSerializerConfig()),
                    (id, random) -> new Spelled(id, "s" + random.nextInt(3)),
                    seed);
        } else {
            run(LongSerializer.INSTANCE, (id, random) -> id, seed);
        }
    }

    @Tag("soak")
    @Test
    @DisplayName("M15, CK-81: layers are the state, for many seeds")
    void layersAreTheStateForMany() throws Exception {
        for (int seed = 100; seed < 160; seed++) {
            layersAreTheState(seed);
        }
    }

    private static <K> void run(TypeSerializer<K> serializer, Keys<K> keys, int seed)
            throws Exception {
        Random random = new Random(seed);
        StoredFiles store =
                new StoredFiles(seed % 3 == 0 ? StateCompression.DEFLATE : StateCompression.NONE);
        Program<K> program = new Program<>(serializer, keys, seed % 2 == 0 ? 300 : 2_000, random);
        program.changes(program.range * 2);
        List<Running> running = new ArrayList<>();
        List<StateHandle> kept = new ArrayList<>();
        List<TreeMap<String, Bag>> keptContent = new ArrayList<>();
        long lastComplete = 0;
        for (int id = 1; id <= 200; id++) {
            program.changes(random.nextInt(random.nextInt(10) == 0 ? program.range : 40));
            if (random.nextInt(40) == 0) {
                int from = random.nextInt(program.range);
                program.clearAll(from, from + program.range / 3);
            }
            SnapshotOrder order =
                    random.nextInt(50) == 0 ? full(id) : SnapshotOrder.checkpoint(id, 0);
            FrozenState frozen = program.backend.freeze(order);
            FrozenState whole = program.backend.freeze(savepoint(1_000_000 + id));
            assertThat(whole.kind()).isEqualTo(StateHandle.Kind.KEYED);
            running.add(
                    new Running(
                            order,
                            frozen,
                            content(store.restorable(store.write(whole, savepoint(id))))));
            while (running.size() > 3 || !running.isEmpty() && random.nextInt(4) != 0) {
                // Mostly in the order in which they were frozen.
                int which = random.nextInt(8) == 0 ? random.nextInt(running.size()) : 0;
                Running next = running.remove(which);
                if (random.nextInt(20) == 0) {
                    next.frozen.release();
                    continue;
                }
                if (random.nextInt(15) == 0) {
                    store.failAfter(random.nextInt(6));
                }
                StateHandle handle;
                try {
                    handle = store.write(next.frozen, next.order);
                } catch (IOException e) {
                    continue;
                } finally {
                    store.failAfter(-1);
                }
                assertThat(content(store.restorable(handle)))
                        .as("checkpoint %s of seed %s", next.order.checkpointId(), seed)
                        .isEqualTo(next.content);
                long checkpoint = next.order.checkpointId();
                // Given up afterwards, or overtaken, at times.
                if (random.nextInt(4) != 0 && checkpoint > lastComplete) {
                    lastComplete = checkpoint;
                    kept.add(handle);
                    keptContent.add(next.content);
                    if (kept.size() > 2) {
                        kept.remove(0);
                        keptContent.remove(0);
                    }
                    store.completed(checkpoint, kept);
                    running.removeIf(
                            each -> {
                                boolean subsumed = each.order.checkpointId() < checkpoint;
                                if (subsumed) {
                                    each.frozen.release();
                                }
                                return subsumed;
                            });
                }
            }
            if (id % 20 == 0) {
                for (int i = 0; i < kept.size(); i++) {
                    assertThat(content(store.restorable(kept.get(i))))
                            .as("kept at %s, seed %s", id, seed)
                            .isEqualTo(keptContent.get(i));
                }
                if (!kept.isEmpty()) {
                    rescaled(serializer, store.restorable(kept.get(0)), keptContent.get(0));
                }
            }
        }
        assertThat(kept).isNotEmpty();
    }

    /** Two subtasks have together what one had; and write it again, without asking for it. */
    private static <K> void rescaled(
            TypeSerializer<K> serializer, RestoredState from, TreeMap<String, Bag> expected)
            throws Exception {
        TreeMap<String, Bag> together = new TreeMap<>();
        StoredFiles store = new StoredFiles();
        for (KeyGroupRange half : List.of(new KeyGroupRange(0, 50), new KeyGroupRange(51, 127))) {
            KeyedStateBackend<K> part = backend(serializer, ALWAYS, half, from);
            FrozenState first = part.freeze(SnapshotOrder.checkpoint(1, 0));
            FrozenState second = part.freeze(SnapshotOrder.checkpoint(2, 0));
            if (first.isEmpty()) {
                continue;
            }
            StateHandle anew = store.write(first, SnapshotOrder.checkpoint(1, 0));
            StateHandle again = store.write(second, SnapshotOrder.checkpoint(2, 0));
            assertThat(anew.files()).isEqualTo(again.files());
            content(store.restorable(again))
                    .forEach((name, entries) -> together.merge(name, entries, Bag::with));
            store = new StoredFiles();
        }
        assertThat(together).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{displayName}: {0} keys, {1} changes")
    @CsvSource({"20000, 1", "20000, 300", "3000, 20", "20000, 20000"})
    @DisplayName("M15: files and bytes stay bounded through thousands of checkpoints")
    void filesAndBytesStayBounded(int keys, int changes) throws Exception {
        LayerLimits limits = new LayerLimits(0, 0, 16 * 1024);
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE, limits, ALL);
        ValueState<Long> number =
                backend.state(new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
        ListState<Long> list =
                backend.state(new ListStateDescriptor<>("list", LongSerializer.INSTANCE));
        Random random = new Random(keys + changes);
        for (long key = 0; key < keys; key++) {
            backend.setCurrentKey(key, Long.hashCode(key));
            number.update(key);
        }
        StoredFiles store = new StoredFiles();
        int checkpoints = keys == changes ? 100 : 700;
        long full = StateBytes.write(backend.freeze(savepoint(1))).length;
        long written = 0;
        long mostFiles = 0;
        for (int id = 1; id <= checkpoints; id++) {
            for (int i = 0; i < changes; i++) {
                long key = random.nextInt(keys);
                backend.setCurrentKey(key, Long.hashCode(key));
                number.update(random.nextLong());
                if (key % 100 == 0) {
                    list.update(List.of(key, key));
                }
            }
            StateHandle handle =
                    store.write(
                            backend.freeze(SnapshotOrder.checkpoint(id, 0)),
                            SnapshotOrder.checkpoint(id, 0));
            store.completed(id, List.of(handle));
            assertThat(handle.files()).hasSize(store.count());
            if (id > 1) {
                written += handle.writtenFor(id);
            }
            mostFiles = Math.max(mostFiles, store.count());
            if (id % 100 == 0) {
                full = StateBytes.write(backend.freeze(savepoint(1_000_000 + id))).length;
                store.takeBytesRead();
                Bag numbers = content(store.restorable(handle)).get("numberwithout namespaces");
                assertThat(numbers.entries).isEqualTo(keys);
                // Each entry has one byte more than in a file that is whole.
                assertThat(store.takeBytesRead()).isLessThan((long) (3 * 1.1 * full) + 64 * 1024);
            }
        }
        assertThat(mostFiles).isLessThanOrEqualTo(2 * 128);
        long delta = 20L * changes + 14L * Math.min(changes, 128);
        long perCheckpoint = Math.max(Math.max(delta, full / 128), 16 * 1024) + delta + 2_500;
        assertThat(written / (checkpoints - 1))
                .isLessThan(Math.min(perCheckpoint + perCheckpoint / 5, full * 13 / 10));
    }

    @Test
    @DisplayName(
            "M15: layers of a large table, whose pages are smaller than the parts, are the state")
    void layersOfALargeTableAreTheState() throws Exception {
        int keys = 150_000;
        KeyedStateBackend<Long> backend =
                backend(LongSerializer.INSTANCE, LayerLimits.from(64 * 1024), ALL);
        ValueState<Long> number =
                backend.state(new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
        Random random = new Random(1);
        for (long key = 0; key < keys; key++) {
            backend.setCurrentKey(key, Long.hashCode(key));
            number.update(key);
        }
        StoredFiles store = new StoredFiles();
        for (int id = 1; id <= 16; id++) {
            boolean many = id % 8 == 5;
            for (int i = 0; i < (many ? keys / 2 : 3_000); i++) {
                long key = random.nextInt(keys);
                backend.setCurrentKey(key, Long.hashCode(key));
                if (many || random.nextInt(3) == 0) {
                    number.clear();
                } else {
                    number.update(random.nextLong());
                }
            }
            SnapshotOrder order = SnapshotOrder.checkpoint(id, 0);
            FrozenState frozen = backend.freeze(order);
            FrozenState whole = id % 4 == 1 ? backend.freeze(savepoint(100 + id)) : null;
            StateHandle handle = store.write(frozen, order);
            store.completed(id, List.of(handle));
            assertThat(handle.files().size()).isLessThanOrEqualTo(id);
            if (whole != null) {
                assertThat(content(store.restorable(handle)))
                        .isEqualTo(content(StateBytes.restorable(whole)));
            }
        }
    }

    @Test
    @DisplayName("M15: where nothing changes nothing is written but the index")
    void whereNothingChangesNothingIsWritten() throws Exception {
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE, ALWAYS, ALL);
        ValueState<Long> number =
                backend.state(new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
        for (long key = 0; key < 10_000; key++) {
            backend.setCurrentKey(key, Long.hashCode(key));
            number.update(key);
        }
        StoredFiles store = new StoredFiles();
        StateHandle first =
                store.write(
                        backend.freeze(SnapshotOrder.checkpoint(1, 0)),
                        SnapshotOrder.checkpoint(1, 0));
        StateHandle second =
                store.write(
                        backend.freeze(SnapshotOrder.checkpoint(2, 0)),
                        SnapshotOrder.checkpoint(2, 0));
        assertThat(second.files()).isEqualTo(first.files());
        assertThat(second.writtenFor(2)).isLessThan(1_500);
        assertThat(second.length()).isGreaterThan(10_000 * 16);
    }

    @Test
    @DisplayName("M15: a small state is written whole, and goes over to layers when it has grown")
    void aSmallStateIsWrittenWhole() throws Exception {
        KeyedStateBackend<Long> backend =
                backend(LongSerializer.INSTANCE, LayerLimits.from(64 * 1024), ALL);
        ListState<Long> list =
                backend.state(new ListStateDescriptor<>("list", LongSerializer.INSTANCE));
        StoredFiles store = new StoredFiles();
        List<StateHandle.Kind> kinds = new ArrayList<>();
        List<Integer> files = new ArrayList<>();
        for (int id = 1; id <= 8; id++) {
            backend.setCurrentKey(1L, 1);
            if (id == 3) {
                list.addAll(java.util.stream.LongStream.range(0, 20_000).boxed().toList());
            } else if (id == 6) {
                list.clear();
            }
            backend.setCurrentKey((long) id, id);
            list.add(7L);
            FrozenState frozen = backend.freeze(SnapshotOrder.checkpoint(id, 0));
            TreeMap<String, Bag> expected =
                    content(StateBytes.restorable(backend.freeze(savepoint(100 + id))));
            StateHandle handle = store.write(frozen, SnapshotOrder.checkpoint(id, 0));
            store.completed(id, List.of(handle));
            assertThat(content(store.restorable(handle))).isEqualTo(expected);
            kinds.add(handle.kind());
            files.add(handle.files().size());
        }
        StateHandle.Kind whole = StateHandle.Kind.KEYED;
        StateHandle.Kind layers = StateHandle.Kind.KEYED_LAYERS;
        assertThat(kinds.subList(0, 6))
                .containsExactly(whole, whole, whole, layers, layers, layers);
        assertThat(files.subList(0, 4)).containsExactly(0, 0, 0, 1);
    }

    @Test
    @DisplayName("CK-82: a state nobody asks for is written once, in a file that all layers share")
    void aStateNobodyAsksForIsWrittenOnce() throws Exception {
        KeyedStateBackend<Long> before = backend(LongSerializer.INSTANCE, ALWAYS, ALL);
        ValueState<Long> kept =
                before.state(new ValueStateDescriptor<>("kept", LongSerializer.INSTANCE));
        ValueState<Long> late =
                before.state(new ValueStateDescriptor<>("late", LongSerializer.INSTANCE));
        for (long key = 0; key < 500; key++) {
            before.setCurrentKey(key, Long.hashCode(key));
            kept.update(key);
            late.update(-key);
        }
        StoredFiles store = new StoredFiles();
        SnapshotOrder first = SnapshotOrder.checkpoint(1, 0);
        RestoredState restored = store.restorable(store.write(before.freeze(first), first));
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE, ALWAYS, ALL, restored);
        ValueState<Long> other =
                backend.state(new ValueStateDescriptor<>("other", LongSerializer.INSTANCE));
        for (int id = 2; id < 12; id++) {
            backend.setCurrentKey((long) id, id);
            other.update(1L);
            if (id == 6) {
                ValueState<Long> asked =
                        backend.state(new ValueStateDescriptor<>("late", LongSerializer.INSTANCE));
                asked.clear();
            }
            SnapshotOrder order = SnapshotOrder.checkpoint(id, 0);
            FrozenState frozen = backend.freeze(order);
            TreeMap<String, Bag> expected =
                    content(StateBytes.restorable(backend.freeze(savepoint(100 + id))));
            StateHandle handle = store.write(frozen, order);
            store.completed(id, List.of(handle));
            assertThat(content(store.restorable(handle))).isEqualTo(expected);
            assertThat(handle.files().get(0).checkpointId()).isEqualTo(id < 6 ? 2 : 6);
            assertThat(handle.files().get(0).name()).startsWith("carried-");
        }
    }

    @Test
    @DisplayName("S27: a layer that is missing, swapped or no layer is told apart and not restored")
    void whatIsNoLayerIsRefused() throws Exception {
        StoredFiles store = new StoredFiles();
        KeyedStateBackend<Long> backend = backend(LongSerializer.INSTANCE, ALWAYS, ALL);
        ValueState<Long> number =
                backend.state(new ValueStateDescriptor<>("number", LongSerializer.INSTANCE));
        List<StateHandle> handles = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            for (long key = 0; key < 1000; key += id) {
                backend.setCurrentKey(key, Long.hashCode(key));
                number.update(key + id);
            }
            SnapshotOrder order = SnapshotOrder.checkpoint(id, 0);
            handles.add(store.write(backend.freeze(order), order));
        }
        StateHandle last = handles.get(2);
        RestoredState whole = store.restorable(last);
        RestoredState swapped =
                new RestoredState(
                        last, whole.source(), swapping(whole.files(), last.files().size()));
        assertThatThrownBy(() -> backend(LongSerializer.INSTANCE, ALWAYS, ALL, swapped))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(
                        "operator 'op' (uid 'u')", "the file of layer 3 has layer");
        RestoredState missing =
                new RestoredState(
                        new StateHandle(
                                last.kind(),
                                last.keyGroups(),
                                last.states(),
                                last.bytes(),
                                last.files().subList(0, 1)),
                        whole.source(),
                        whole.files());
        assertThatThrownBy(() -> backend(LongSerializer.INSTANCE, ALWAYS, ALL, missing))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("the index of layers names 'layer-3'", "[layer-1]");
        RestoredState foreign =
                new RestoredState(
                        last,
                        () -> new ByteArrayInputStream(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}),
                        whole.files());
        assertThatThrownBy(() -> backend(LongSerializer.INSTANCE, ALWAYS, ALL, foreign))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll("not an index of layers", "01020304");
    }

    private static RestoredState.Files swapping(RestoredState.Files files, int count) {
        assertThat(count).isGreaterThan(1);
        return new RestoredState.Files() {
            private io.millrace.engine.state.SharedFile other;

            @Override
            public java.io.InputStream open(io.millrace.engine.state.SharedFile file)
                    throws IOException {
                if (file.name().equals("layer-3")) {
                    other =
                            new io.millrace.engine.state.SharedFile(
                                    "layer-2",
                                    2,
                                    new io.millrace.engine.storage.StoredState.InFile(
                                            "2-layer", 0, 0));
                    return files.open(other);
                }
                return files.open(file);
            }

            @Override
            public java.util.Optional<java.nio.file.Path> local(
                    io.millrace.engine.state.SharedFile file) {
                return java.util.Optional.empty();
            }
        };
    }
}
