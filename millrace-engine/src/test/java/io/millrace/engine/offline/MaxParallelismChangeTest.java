// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.runtime.state.VoidNamespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot of 3 subtasks and 128 key groups, with 300 keys, timers and operator state. */
class MaxParallelismChangeTest {

    private static final OperatorId COUNT = new OperatorId("0123456789abcdef0123456789abcdef");
    private static final OperatorId OTHER = new OperatorId("fedcba9876543210fedcba9876543210");
    private static final ValueStateDescriptor<Long> VALUE =
            new ValueStateDescriptor<>("v", LongSerializer.INSTANCE);
    private static final ListStateDescriptor<Long> LIST =
            new ListStateDescriptor<>("l", LongSerializer.INSTANCE);

    @TempDir Path folder;

    private static KeyedStateBackend<String> backend(
            int max, KeyGroupRange range, List<RestoredState> restored) throws Exception {
        return new HeapKeyedStateBackendFactory()
                .create(
                        StateBytes.request(
                                "Count",
                                "c",
                                StringSerializer.INSTANCE,
                                max,
                                range,
                                new ExecutionConfig(),
                                restored));
    }

    private static StateHandle stored(SavepointFiles files, String name, FrozenState frozen)
            throws IOException {
        byte[] bytes = StateBytes.write(frozen);
        try (StateOutput out = files.create(name)) {
            out.write(bytes);
            return new StateHandle(
                    frozen.kind(), frozen.keyGroups(), frozen.summaries(), out.seal());
        }
    }

    private String snapshot() throws Exception {
        try (SavepointFiles files = SavepointFiles.into(folder.resolve("old").toString())) {
            List<Subtask> subtasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                KeyGroupRange range = KeyGroups.range(i, 3, 128);
                KeyedStateBackend<String> backend = backend(128, range, List.of());
                for (int k = 0; k < 300; k++) {
                    String key = "key" + k;
                    if (range.contains(KeyGroups.keyGroup(key.hashCode(), 128))) {
                        backend.setCurrentKey(key, key.hashCode());
                        backend.state(VALUE).update((long) k);
                        backend.timers("t/event-time")
                                .add(key, key.hashCode(), VoidNamespace.INSTANCE, k);
                    }
                }
                HeapOperatorStateBackend operator =
                        new HeapOperatorStateBackend(
                                "Count", "c", new ExecutionConfig(), List.of(), i, 3);
                operator.getListState(LIST).add((long) i);
                subtasks.add(
                        new Subtask(
                                Phase.RUNNING,
                                List.of(
                                        stored(files, COUNT + "-" + i + "-k", backend.freeze(1)),
                                        stored(
                                                files,
                                                COUNT + "-" + i + "-o",
                                                operator.freeze(1)))));
            }
            return files.publish(
                    new CheckpointManifest(
                                    7,
                                    1,
                                    2,
                                    "job",
                                    "0123456789abcdef0123456789abcdef",
                                    new CheckpointManifest.Writer(1, "host", "test"),
                                    true,
                                    List.of(
                                            new Operator("c", COUNT, "Count", 128, null, subtasks),
                                            new Operator(
                                                    "o",
                                                    OTHER,
                                                    "Other",
                                                    128,
                                                    new byte[] {5},
                                                    List.of(
                                                            new Subtask(
                                                                    Phase.RUNNING, List.of())))),
                                    Map.of())
                            .encode());
        }
    }

    private static CheckpointManifest manifest(String pointer) throws IOException {
        return CheckpointManifest.decode(StoredSnapshots.manifest(pointer), pointer);
    }

    @Test
    void operatorsThatHaveTheMaximumAlreadyAreCopiedAndNotToldAsChanged() throws Exception {
        MaxParallelismChange.Result result =
                MaxParallelismChange.write(
                        snapshot(), folder.resolve("same").toString(), 128, null, (o, e) -> {});
        assertThat(result.changed()).isEmpty();
        assertThat(manifest(result.pointer()).operators())
                .extracting(Operator::maxParallelism)
                .containsExactly(128, 128);
    }

    @Test
    @DisplayName(
            "Every key is found at any parallelism under the new maximum, and all else is kept")
    void everyKeyIsFound() throws Exception {
        String old = snapshot();
        List<Long> told = new ArrayList<>();
        MaxParallelismChange.Result result =
                MaxParallelismChange.write(
                        old,
                        folder.resolve("new").toString(),
                        1000,
                        "c",
                        (operator, entries) -> told.add(entries));
        assertThat(result.entries()).isEqualTo(600);
        assertThat(told).last().isEqualTo(600L);
        assertThat(result.changed()).containsExactly("'c' (Count)");
        CheckpointManifest manifest = manifest(result.pointer());
        assertThat(manifest.operators())
                .extracting(Operator::maxParallelism)
                .containsExactly(1000, 128);
        assertThat(manifest.operators().get(1).coordinatorState()).containsExactly(5);
        deleteAll(folder.resolve("old"));

        for (int parallelism : new int[] {1, 4}) {
            long found = 0;
            long timers = 0;
            for (int i = 0; i < parallelism; i++) {
                KeyGroupRange range = KeyGroups.range(i, parallelism, 1000);
                List<RestoredState> restored = new ArrayList<>();
                for (Subtask subtask : manifest.operators().get(0).subtasks()) {
                    for (StateHandle handle : subtask.handles()) {
                        if (handle.kind() == StateHandle.Kind.KEYED
                                && handle.keyGroups().overlaps(range)) {
                            restored.add(
                                    new RestoredState(
                                            handle,
                                            () ->
                                                    StoredSnapshots.open(
                                                            handle.bytes(), result.pointer())));
                        }
                    }
                }
                KeyedStateBackend<String> backend = backend(1000, range, restored);
                for (int k = 0; k < 300; k++) {
                    String key = "key" + k;
                    backend.setCurrentKey(key, key.hashCode());
                    Long value = backend.state(VALUE).value();
                    boolean ours = range.contains(KeyGroups.keyGroup(key.hashCode(), 1000));
                    assertThat(value).isEqualTo(ours ? (Long) (long) k : null);
                    found += value == null ? 0 : 1;
                }
                timers += backend.timers("t/event-time").size();
            }
            assertThat(found).isEqualTo(300);
            assertThat(timers).isEqualTo(300);
        }
        assertThat(
                        manifest.operators().get(0).subtasks().stream()
                                .flatMap(subtask -> subtask.handles().stream())
                                .filter(handle -> handle.kind() == StateHandle.Kind.OPERATOR))
                .hasSize(3);
    }

    private static void deleteAll(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            for (Path each : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    @Test
    @DisplayName("What can't be done is refused, and nothing is left behind")
    void refusesWhatItCant() throws Exception {
        String old = snapshot();
        String to = folder.resolve("new").toString();
        assertThatThrownBy(() -> MaxParallelismChange.write(old, to, 2, null, (o, e) -> {}))
                .hasMessageContaining("'c' (Count)")
                .hasMessageContaining("parallelism of 3");
        assertThatThrownBy(() -> MaxParallelismChange.write(old, to, 0, null, (o, e) -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MaxParallelismChange.write(old, to, 64, "nobody", (o, e) -> {}))
                .hasMessageContaining("no operator with the uid 'nobody'")
                .hasMessageContaining("'o' (Other)");
        assertThatThrownBy(() -> MaxParallelismChange.write(old, old, 64, null, (o, e) -> {}))
                .hasMessageContaining("there is something in it");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    @DisplayName("A damaged file is named, and what was written before it is removed")
    void damageLeavesNothing() throws Exception {
        String old = snapshot();
        Path manifest = folder.resolve("old").resolve("_metadata");
        byte[] bytes = Files.readAllBytes(manifest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(manifest, bytes);
        String to = folder.resolve("new").toString();
        assertThatThrownBy(() -> MaxParallelismChange.write(old, to, 64, null, (o, e) -> {}))
                .hasMessageContaining("_metadata");
        assertThat(folder.resolve("new")).doesNotExist();
    }
}
