// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.IntSerializer;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.NamespacedState;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.TimerQueue;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Proof 5: what an earlier build has left can be read. {@code -Dmillrace.writeSamples=true} writes
 * a sample anew; that is for a new version of the format only.
 */
class FormatSampleTest {

    private static final Path SAMPLE = Path.of("src/test/resources/formats/keyed-rocksdb-1");

    private static final long WRITTEN_MS = 1_700_000_000_000L;

    @TempDir Path directory;

    /** The states of the sample. */
    private static final class States {
        final ValueState<Long> value;
        final ListState<String> list;
        final MapState<String, Integer> map;
        final ReducingState<Long> reducing;
        final NamespacedState<Integer, ValueState<Long>> namespaced;
        final ValueState<String> expiring;
        final TimerQueue<String, Integer> timers;

        States(KeyedStateBackend<String> backend) throws Exception {
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
            namespaced =
                    backend.state(
                            IntSerializer.INSTANCE,
                            new ValueStateDescriptor<>("inside", LongSerializer.INSTANCE));
            ValueStateDescriptor<String> seen =
                    new ValueStateDescriptor<>("seen", StringSerializer.INSTANCE);
            seen.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofHours(1)).build());
            expiring = backend.state(seen);
            timers = backend.timers("timers", IntSerializer.INSTANCE);
        }
    }

    @DisplayName("Proof 5: version 1 of the description, with a table of every kind")
    @Test
    void version1() throws Exception {
        if (Boolean.getBoolean("millrace.writeSamples")) {
            write();
        }
        try (Ground ground = new Ground(directory)) {
            KeyedStateBackendFactory factory =
                    ground.factory(Ground.Kind.ROCKSDB, true, () -> WRITTEN_MS + 1000);
            try (KeyedStateBackend<String> backend =
                    Ground.backend(factory, StringSerializer.INSTANCE, 0, 1, List.of(sample()))) {
                States states = new States(backend);
                backend.setCurrentKey("a", "a".hashCode());
                assertThat(states.value.value()).isEqualTo(1L);
                assertThat(states.list.get()).containsExactly("x", "", "y");
                assertThat(states.map.get("one")).isEqualTo(1);
                assertThat(states.map.contains("none")).isTrue();
                assertThat(states.map.get(null)).isEqualTo(3);
                assertThat(states.reducing.get()).isEqualTo(5L);
                assertThat(states.namespaced.in(7).value()).isEqualTo(70L);
                assertThat(states.expiring.value()).isEqualTo("then");
                assertThat(states.timers.firstTimestamp()).isEqualTo(-5);
                assertThat(states.timers.size()).isEqualTo(2);
            }
        }
    }

    @DisplayName("A tool sees each entry once, in the canonical form, and needs no type for it")
    @Test
    void aToolSeesTheEntriesInCanonicalForm() throws Exception {
        Map<String, Integer> entries = new TreeMap<>();
        List<Long> values = new ArrayList<>();
        EntryVisitor visitor =
                new EntryVisitor() {
                    private String state;

                    @Override
                    public boolean begin(StateHead head) {
                        assertThat(head.keyType()).isEqualTo("String");
                        state = head.name();
                        return true;
                    }

                    @Override
                    public boolean entry(DataInputDeserializer in, int length) throws IOException {
                        entries.merge(state, 1, Integer::sum);
                        assertThat(StringSerializer.INSTANCE.deserialize(in)).isEqualTo("a");
                        if (state.equals("value")) {
                            values.add(in.readLong());
                        }
                        return true;
                    }
                };
        new RocksHandleReader().read(sample(), visitor);

        assertThat(values).containsExactly(1L);
        assertThat(entries)
                .containsEntry("list", 1)
                .containsEntry("map", 1)
                .containsEntry("inside", 1)
                .containsEntry("timers", 2);
    }

    private static RestoredState sample() throws IOException {
        List<SharedFile> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(SAMPLE)) {
            for (Path file : all.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(".sst")) {
                    files.add(
                            new SharedFile(
                                    name, 1, new StoredState.Bare(name, Files.size(file), 0)));
                }
            }
        }
        StateHandle handle =
                new StateHandle(
                        StateHandle.Kind.KEYED_ROCKSDB,
                        new KeyGroupRange(0, Ground.MAX_PARALLELISM - 1),
                        List.of(),
                        new StoredState.Inline(new byte[0], 0),
                        files);
        return new RestoredState(
                handle,
                () -> Files.newInputStream(SAMPLE.resolve("keyed-rocksdb-1.bin")),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) throws IOException {
                        return Files.newInputStream(SAMPLE.resolve(file.name()));
                    }

                    @Override
                    public Optional<Path> local(SharedFile file) {
                        return Optional.empty();
                    }
                });
    }

    private void write() throws Exception {
        Files.createDirectories(SAMPLE);
        try (Ground ground = new Ground(directory.resolve("written"))) {
            KeyedStateBackendFactory factory =
                    ground.factory(Ground.Kind.ROCKSDB, true, () -> WRITTEN_MS);
            try (KeyedStateBackend<String> backend =
                    Ground.backend(factory, StringSerializer.INSTANCE, 0, 1, List.of())) {
                States states = new States(backend);
                backend.setCurrentKey("a", "a".hashCode());
                states.value.update(1L);
                states.list.addAll(List.of("x", "", "y"));
                states.map.put("one", 1);
                states.map.put("none", null);
                states.map.put(null, 3);
                states.reducing.add(2L);
                states.reducing.add(3L);
                states.namespaced.in(7).update(70L);
                states.expiring.update("then");
                states.timers.add("a", "a".hashCode(), 7, 100);
                states.timers.add("a", "a".hashCode(), 7, -5);
                SnapshotOrder order = SnapshotOrder.checkpoint(1, 0);
                StateHandle handle = ground.write(order, 0, backend.freeze(order)).get(0);
                RestoredState written = ground.restored(handle, 1);
                try (InputStream in = written.source().open()) {
                    Files.write(SAMPLE.resolve("keyed-rocksdb-1.bin"), in.readAllBytes());
                }
                for (SharedFile file : handle.files()) {
                    try (InputStream in = written.files().open(file)) {
                        Files.write(SAMPLE.resolve(file.name()), in.readAllBytes());
                    }
                }
            }
        }
    }
}
