// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.configuration.MemorySize;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBConfigurableOptions;
import io.millrace.contrib.streaming.state.RocksDBOptions;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.TimerQueue;
import io.millrace.runtime.state.VoidNamespace;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What RocksDB does by itself, and what both backends must do alike. */
class RocksStateTest {

    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("count", LongSerializer.INSTANCE);

    @TempDir Path directory;
    private Ground ground;
    private long now = System.currentTimeMillis();
    private long open;

    @BeforeEach
    void begin() throws Exception {
        open = Natives.open();
        ground = new Ground(directory);
    }

    @AfterEach
    void end() throws Exception {
        ground.close();
        assertThat(Natives.open()).as("native objects that are left open").isEqualTo(open);
    }

    private KeyedStateBackend<String> backend(KeyedStateBackendFactory factory, Ground.Taken from)
            throws Exception {
        return Ground.backend(
                factory,
                StringSerializer.INSTANCE,
                0,
                1,
                from == null ? List.of() : ground.dealt(from, 0, 1));
    }

    private Ground.Taken take(KeyedStateBackend<String> backend, long id, SnapshotOrder.Form form)
            throws Exception {
        SnapshotOrder order = new SnapshotOrder(id, 0, form, SnapshotOrder.ALIGNED, false);
        return new Ground.Taken(id, ground.write(order, 0, backend.freeze(order)));
    }

    private static void set(KeyedStateBackend<String> backend, String key) {
        backend.setCurrentKey(key, key.hashCode());
    }

    // ---- alike on both

    @DisplayName(
            "S15, S17: no key, no namespace, nulls in lists, names used twice: the same errors")
    @ParameterizedTest
    @EnumSource
    void errorsAreTheSame(Ground.Kind kind) throws Exception {
        try (KeyedStateBackend<String> backend =
                backend(ground.factory(kind, true, () -> now), null)) {
            ValueState<Long> count = backend.state(COUNT);
            assertThatThrownBy(count::value)
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining(
                            "No key is set: the value state 'count' of operator 'Count words' (uid 'count')");
            ListState<String> list =
                    backend.state(new ListStateDescriptor<>("list", StringSerializer.INSTANCE));
            set(backend, "a");
            assertThatThrownBy(() -> list.add(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining(
                            "A null element cannot be added to the list state 'list'");
            assertThatThrownBy(() -> list.addAll(null))
                    .hasMessageContaining("addAll(null) on the list state 'list'");
            assertThatThrownBy(
                            () ->
                                    backend.state(
                                            new ValueStateDescriptor<>(
                                                    "count", StringSerializer.INSTANCE)))
                    .isInstanceOf(StateMismatch.class)
                    .hasMessageContaining(
                            "State 'count' of operator 'Count words' (uid 'count') is registered already"
                                    + " as value state of type Long, but the program now asks for value"
                                    + " state of type String. Keep kind and type");
            assertThatThrownBy(
                            () ->
                                    backend.state(StringSerializer.INSTANCE, COUNT)
                                            .merge("a", List.of("b")))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("can't be merged");
        }
    }

    @DisplayName("S03: another type than the snapshot's names state, operator, and both types")
    @ParameterizedTest
    @EnumSource
    void anotherTypeThanRestored(Ground.Kind kind) throws Exception {
        KeyedStateBackendFactory factory = ground.factory(kind, true, () -> now);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            set(backend, "a");
            backend.state(COUNT).update(1L);
            taken = take(backend, 1, SnapshotOrder.Form.CHECKPOINT);
        }
        try (KeyedStateBackend<String> backend = backend(factory, taken)) {
            assertThatThrownBy(
                            () ->
                                    backend.state(
                                            new ListStateDescriptor<>(
                                                    "count", LongSerializer.INSTANCE)))
                    .isInstanceOf(StateMismatch.class)
                    .hasMessageContaining(
                            "was restored as value state of type Long, but the program now asks for"
                                    + " list state of type List<Long>");
        }
    }

    @DisplayName("S11: a null key and null values of a map are entries")
    @ParameterizedTest
    @EnumSource
    void nullsInMaps(Ground.Kind kind) throws Exception {
        try (KeyedStateBackend<String> backend =
                backend(ground.factory(kind, true, () -> now), null)) {
            MapState<String, Long> map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "map", StringSerializer.INSTANCE, LongSerializer.INSTANCE));
            set(backend, "a");
            map.put("x", null);
            map.put(null, 1L);
            assertThat(map.contains("x")).isTrue();
            assertThat(map.get("x")).isNull();
            assertThat(map.get(null)).isEqualTo(1L);
            Map<String, Long> shown = new HashMap<>();
            map.entries().forEach(entry -> shown.put(entry.getKey(), entry.getValue()));
            assertThat(shown).hasSize(2).containsEntry("x", null).containsEntry(null, 1L);
            map.remove("x");
            map.remove(null);
            assertThat(map.isEmpty()).isTrue();
            assertThat(backend.entries("map")).isZero();
        }
    }

    @DisplayName("S09: more entries than an iterator takes at a time, removed while it goes on")
    @Test
    void largeMaps() throws Exception {
        try (KeyedStateBackend<String> backend =
                backend(ground.factory(Ground.Kind.ROCKSDB, true, () -> now), null)) {
            MapState<Long, Long> map =
                    backend.state(
                            new MapStateDescriptor<>(
                                    "map", LongSerializer.INSTANCE, LongSerializer.INSTANCE));
            set(backend, "a");
            for (long i = 0; i < 1000; i++) {
                map.put(i, i);
            }
            set(backend, "b");
            map.put(-1L, -1L);
            set(backend, "a");
            long sum = 0;
            for (var entries = map.iterator(); entries.hasNext(); ) {
                Map.Entry<Long, Long> entry = entries.next();
                sum += entry.getValue();
                if (entry.getKey() % 2 == 0) {
                    entries.remove();
                }
            }
            assertThat(sum).isEqualTo(999 * 500);
            assertThat(map.values()).hasSize(500);
            set(backend, "b");
            assertThat(map.values()).containsExactly(-1L);
        }
    }

    @DisplayName("CK-82: a state that nobody asks for goes through every form of snapshot")
    @ParameterizedTest
    @EnumSource
    void carriedAlong(SnapshotOrder.Form form) throws Exception {
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            set(backend, "a");
            backend.state(COUNT).update(7L);
            backend.timers("timers").add("a", "a".hashCode(), VoidNamespace.INSTANCE, 5);
            taken = take(backend, 1, SnapshotOrder.Form.CHECKPOINT);
        }
        for (long id = 2; id < 4; id++) {
            try (KeyedStateBackend<String> backend = backend(factory, taken)) {
                assertThat(backend.entries()).isEqualTo(1);
                assertThat(backend.timerCount("timers")).isEqualTo(1);
                taken = take(backend, id, form);
            }
        }
        try (KeyedStateBackend<String> backend = backend(factory, taken)) {
            set(backend, "a");
            assertThat(backend.state(COUNT).value()).isEqualTo(7L);
            assertThat(backend.timers("timers").firstTimestamp()).isEqualTo(5);
        }
    }

    // ---- files

    @DisplayName("an incremental checkpoint writes what is new; a full one and one without, all")
    @Test
    void onlyNewFilesTravel() throws Exception {
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            ValueState<Long> count = backend.state(COUNT);
            for (long i = 0; i < 2000; i++) {
                set(backend, "key" + i);
                count.update(i);
            }
            StateHandle first = only(take(backend, 1, SnapshotOrder.Form.CHECKPOINT));
            assertThat(first.files()).isNotEmpty();
            assertThat(first.files()).allMatch(file -> file.checkpointId() == 1);
            backend.checkpointComplete(1);
            set(backend, "key1");
            count.update(-1L);
            StateHandle second = only(take(backend, 2, SnapshotOrder.Form.CHECKPOINT));
            assertThat(second.files()).containsAll(first.files());
            assertThat(second.writtenFor(2)).isLessThan(first.length() / 2);
            StateHandle full = only(take(backend, 3, SnapshotOrder.Form.FULL_CHECKPOINT));
            assertThat(full.files()).hasSameSizeAs(second.files());
            assertThat(full.files()).allMatch(file -> file.checkpointId() == 3);
            StateHandle after = only(take(backend, 4, SnapshotOrder.Form.CHECKPOINT));
            assertThat(after.files()).allMatch(file -> file.checkpointId() >= 3);
            StateHandle savepoint = only(take(backend, 5, SnapshotOrder.Form.CANONICAL_SAVEPOINT));
            assertThat(savepoint.kind()).isEqualTo(StateHandle.Kind.KEYED);
            assertThat(savepoint.files()).isEmpty();
            assertThat(savepoint.states().get(0).entries()).isEqualTo(2000);
        }
    }

    @DisplayName("after a restore from the job's own checkpoint, too, only new files travel")
    @Test
    void onlyNewFilesTravelAfterARestore() throws Exception {
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            ValueState<Long> count = backend.state(COUNT);
            for (long i = 0; i < 2000; i++) {
                set(backend, "key" + i);
                count.update(i);
            }
            taken = take(backend, 1, SnapshotOrder.Form.CHECKPOINT);
            set(backend, "key1");
            count.update(-5L);
            // An attempt that failed later wrote a file of the number that the next one gives, too.
            take(backend, 2, SnapshotOrder.Form.CHECKPOINT);
        }
        StateHandle first = only(taken);
        Ground.Taken next;
        try (KeyedStateBackend<String> backend = backend(factory, taken)) {
            ValueState<Long> count = backend.state(COUNT);
            set(backend, "key1");
            assertThat(count.value()).isEqualTo(1L);
            count.update(-1L);
            next = take(backend, 3, SnapshotOrder.Form.CHECKPOINT);
            assertThat(only(next).files()).containsAll(first.files());
            assertThat(only(next).writtenFor(3)).isLessThan(first.length() / 2);
            assertThat(only(next).files())
                    .allMatch(file -> file.checkpointId() == 1 || file.checkpointId() == 3)
                    .anyMatch(file -> file.checkpointId() == 3);
            StateHandle full = only(take(backend, 4, SnapshotOrder.Form.FULL_CHECKPOINT));
            assertThat(full.files()).allMatch(file -> file.checkpointId() == 4);
        }
        try (KeyedStateBackend<String> backend = backend(factory, next)) {
            ValueState<Long> count = backend.state(COUNT);
            for (long i = 0; i < 2000; i++) {
                set(backend, "key" + i);
                assertThat(count.value()).isEqualTo(i == 1 ? -1L : i);
            }
        }
    }

    private static StateHandle only(Ground.Taken taken) {
        assertThat(taken.handles()).hasSize(1);
        return taken.handles().get(0);
    }

    @DisplayName("CK-81: a damaged file is named, and the database is not restored from it")
    @Test
    void aDamagedFileIsNamed() throws Exception {
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            set(backend, "a");
            backend.state(COUNT).update(1L);
            taken = take(backend, 1, SnapshotOrder.Form.CHECKPOINT);
        }
        SharedFile file = only(taken).files().get(0);
        Path path =
                ground.storage
                        .local(file.place(), ground.storage.describe() + "/chk-1")
                        .orElseThrow();
        try (RandomAccessFile damaged = new RandomAccessFile(path.toFile(), "rw")) {
            damaged.seek(10);
            int was = damaged.read();
            damaged.seek(10);
            damaged.write(was ^ 1);
        }
        assertThatThrownBy(() -> backend(factory, taken))
                .hasMessageContainingAll(
                        "The keyed state of operator 'Count words' (uid 'count') cannot be restored",
                        path.getFileName().toString(),
                        "checksum");
    }

    @DisplayName("SB-4: the heap refuses the files of RocksDB and says how to change the backend")
    @Test
    void theHeapRefusesFilesOfRocksDb() throws Exception {
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend =
                backend(ground.factory(Ground.Kind.ROCKSDB, true, () -> now), null)) {
            set(backend, "a");
            backend.state(COUNT).update(1L);
            taken = take(backend, 1, SnapshotOrder.Form.NATIVE_SAVEPOINT);
        }
        KeyedStateBackendFactory heap = ground.factory(Ground.Kind.HEAP, true, () -> now);
        assertThatThrownBy(() -> backend(heap, taken))
                .isInstanceOf(StateMismatch.class)
                .hasMessageContaining("canonical savepoint");
    }

    @DisplayName("working directories go with the job, and those of dead processes with the next")
    @Test
    void workingDirectories() throws Exception {
        Path stale = ground.local().resolve("stale");
        Files.createDirectories(stale.resolve("1-Count_words-0"));
        Files.createFile(stale.resolve("lock"));
        try (KeyedStateBackendFactory factory =
                ground.rocks(new EmbeddedRocksDBStateBackend(), () -> now)) {
            assertThat(stale).doesNotExist();
            Path own;
            try (var left = Files.list(ground.local())) {
                own = left.filter(Files::isDirectory).findAny().orElseThrow();
            }
            KeyedStateBackend<String> backend = backend(factory, null);
            backend.close();
            try (var left = Files.list(own)) {
                assertThat(left.map(Path::getFileName).map(Path::toString))
                        .doesNotContain("1-Count_words-0");
            }
            // Another job in this process does not take it for stale.
            ground.rocks(new EmbeddedRocksDBStateBackend(), () -> now).close();
            assertThat(own).exists();
        }
        try (var left = Files.list(ground.local())) {
            assertThat(left.filter(Files::isDirectory)).isEmpty();
        }
    }

    // ---- time to live

    private ValueStateDescriptor<String> expiring(Duration life) {
        ValueStateDescriptor<String> descriptor =
                new ValueStateDescriptor<>("seen", StringSerializer.INSTANCE);
        descriptor.enableTimeToLive(
                StateTtlConfig.newBuilder(life).cleanupInRocksdbCompactFilter(1000).build());
        return descriptor;
    }

    @DisplayName("S12, S13: what has expired goes when files are compacted, though nobody reads it")
    @Test
    void compactionRemovesWhatHasExpired() throws Exception {
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            ValueState<String> seen = backend.state(expiring(Duration.ofSeconds(30)));
            MapStateDescriptor<Long, String> map =
                    new MapStateDescriptor<>(
                            "map", LongSerializer.INSTANCE, StringSerializer.INSTANCE);
            map.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofSeconds(30)).build());
            ListStateDescriptor<String> list =
                    new ListStateDescriptor<>("list", StringSerializer.INSTANCE);
            list.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofSeconds(30)).build());
            // Written 40 s ago by the task's clock, which is near enough to the machine's.
            now -= 40_000;
            set(backend, "old");
            seen.update("old");
            backend.state(map).put(1L, "old");
            backend.state(list).add("old");
            now += 40_000;
            set(backend, "new");
            seen.update("new");
            backend.state(map).put(1L, "new");
            backend.state(list).add("new");
            set(backend, "old");
            backend.state(list).add("newer");
            assertThat(backend.entries("seen")).isEqualTo(2);
            Database database = ((RocksKeyedStateBackend<String>) backend).database();
            take(backend, 1, SnapshotOrder.Form.CHECKPOINT); // writes the buffers out
            database.compact();
            assertThat(backend.entries("seen")).isEqualTo(1);
            assertThat(backend.entries("map")).isEqualTo(1);
            assertThat(backend.entries("list")).isEqualTo(2);
            assertThat(backend.state(list).get()).containsExactly("newer");
            set(backend, "new");
            assertThat(seen.value()).isEqualTo("new");
        }
    }

    @DisplayName("ST-25: a time to live comes, changes and goes between two runs, on both backends")
    @ParameterizedTest
    @EnumSource
    void livesComeAndGo(Ground.Kind kind) throws Exception {
        KeyedStateBackendFactory factory = ground.factory(kind, true, () -> now);
        List<ValueStateDescriptor<String>> runs = new ArrayList<>();
        runs.add(new ValueStateDescriptor<>("seen", StringSerializer.INSTANCE));
        runs.add(expiring(Duration.ofSeconds(10)));
        runs.add(expiring(Duration.ofDays(100_000)));
        runs.add(expiring(Duration.ofSeconds(20)));
        runs.add(new ValueStateDescriptor<>("seen", StringSerializer.INSTANCE));
        Ground.Taken taken = null;
        long id = 0;
        for (ValueStateDescriptor<String> run : runs) {
            try (KeyedStateBackend<String> backend = backend(factory, taken)) {
                ValueState<String> seen = backend.state(run);
                set(backend, "a");
                if (id == 0) {
                    seen.update("x");
                }
                assertThat(seen.value()).isEqualTo("x");
                taken = take(backend, ++id, SnapshotOrder.Form.CHECKPOINT);
            }
        }
        try (KeyedStateBackend<String> backend = backend(factory, taken)) {
            ValueState<String> seen = backend.state(expiring(Duration.ofSeconds(10)));
            set(backend, "a");
            now += 10_000;
            assertThat(seen.value()).isNull();
            assertThat(backend.entries("seen")).isZero();
        }
    }

    // ---- timers

    @DisplayName("more timers than are on the heap come in the order of their time")
    @Test
    void manyTimers() throws Exception {
        ground.configuration.set(RocksDBOptions.ROCKSDB_TIMER_SERVICE_FACTORY_CACHE_SIZE, 3);
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        Ground.Taken taken;
        try (KeyedStateBackend<String> backend = backend(factory, null)) {
            TimerQueue<String, VoidNamespace> timers = backend.timers("timers");
            for (int i = 0; i < 500; i++) {
                String key = "key" + i % 7;
                timers.add(key, key.hashCode(), VoidNamespace.INSTANCE, (i * 37) % 500 - 100);
            }
            assertThat(timers.size()).isEqualTo(500);
            assertThat(((RocksTimerQueue<?, ?>) timers).onHeap()).isLessThanOrEqualTo(8 * 3);
            taken = take(backend, 1, SnapshotOrder.Form.CHECKPOINT);
        }
        try (KeyedStateBackend<String> backend = backend(factory, taken)) {
            TimerQueue<String, VoidNamespace> timers = backend.timers("timers");
            for (int time = -100; time < 400; time++) {
                assertThat(timers.firstTimestamp()).isEqualTo(time);
                assertThat(timers.pollFirst().timestamp()).isEqualTo(time);
            }
            assertThat(timers.isEmpty()).isTrue();
        }
    }

    // ---- memory and settings

    @DisplayName("write buffers and cache of all databases stay within the budget")
    @Test
    void theBudgetHolds() throws Exception {
        ground.configuration.set(RocksDBOptions.FIX_PER_TM_MEMORY_SIZE, MemorySize.ofMebiBytes(16));
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend(true);
        try (RocksBackends factory = ground.rocks(choice, () -> now)) {
            List<KeyedStateBackend<String>> backends =
                    List.of(backend(factory, null), backend(factory, null));
            byte[] filler = new byte[600];
            String text = new String(filler, java.nio.charset.StandardCharsets.ISO_8859_1);
            long most = 0;
            for (int i = 0; i < 60_000; i++) {
                KeyedStateBackend<String> backend = backends.get(i % 2);
                set(backend, "key" + i);
                backend.state(new ValueStateDescriptor<>("text", StringSerializer.INSTANCE))
                        .update(text);
                if (i % 1000 == 0) {
                    most = Math.max(most, factory.memory().cache().getUsage());
                }
            }
            for (int i = 0; i < 20_000; i++) {
                KeyedStateBackend<String> backend = backends.get(i % 2);
                set(backend, "key" + i);
                assertThat(
                                backend.state(
                                                new ValueStateDescriptor<>(
                                                        "text", StringSerializer.INSTANCE))
                                        .value())
                        .hasSize(600);
                if (i % 1000 == 0) {
                    most = Math.max(most, factory.memory().cache().getUsage());
                }
            }
            assertThat(most).isPositive().isLessThanOrEqualTo(16L << 20);
            backends.forEach(KeyedStateBackend::close);
        }
    }

    @DisplayName("entries of several databases are put together by files as well as by writes")
    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(booleans = {true, false})
    void restoredByIngesting(boolean ingests) throws Exception {
        ground.configuration.set(RocksDBConfigurableOptions.USE_INGEST_DB_RESTORE_MODE, ingests);
        ground.configuration.set(
                RocksDBConfigurableOptions.USE_DELETE_FILES_IN_RANGE_DURING_RESCALING, ingests);
        KeyedStateBackendFactory factory = ground.factory(Ground.Kind.ROCKSDB, true, () -> now);
        List<StateHandle> handles = new ArrayList<>();
        SnapshotOrder order = SnapshotOrder.checkpoint(1, 0);
        for (int subtask = 0; subtask < 4; subtask++) {
            try (KeyedStateBackend<String> backend =
                    Ground.backend(factory, StringSerializer.INSTANCE, subtask, 4, List.of())) {
                ValueState<Long> count = backend.state(COUNT);
                for (long i = 0; i < 200; i++) {
                    String key = "key" + i;
                    int group =
                            io.millrace.engine.keys.KeyGroups.keyGroup(
                                    key.hashCode(), Ground.MAX_PARALLELISM);
                    if (group / 2 == subtask) {
                        set(backend, key);
                        count.update(i);
                    }
                }
                handles.addAll(ground.write(order, subtask, backend.freeze(order)));
            }
        }
        Ground.Taken taken = new Ground.Taken(1, handles);
        long entries = 0;
        for (int subtask = 0; subtask < 3; subtask++) {
            try (KeyedStateBackend<String> backend =
                    Ground.backend(
                            factory,
                            StringSerializer.INSTANCE,
                            subtask,
                            3,
                            ground.dealt(taken, subtask, 3))) {
                entries += backend.entries("count");
                assertThat(((RocksKeyedStateBackend<String>) backend).database().columns())
                        .hasSize(1);
            }
        }
        assertThat(entries).isEqualTo(200);
    }

    @DisplayName("a setting that can't be followed is refused by its name")
    @Test
    void unknownSettings() {
        ground.configuration.setString("state.backend.rocksdb.no-option-of-ours", "1");
        assertThatThrownBy(() -> ground.rocks(new EmbeddedRocksDBStateBackend(), () -> now))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("state.backend.rocksdb.no-option-of-ours = 1");
    }
}
