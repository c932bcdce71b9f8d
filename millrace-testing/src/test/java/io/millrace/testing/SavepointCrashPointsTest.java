// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Ends the process, and loses power, at every single write operation around savepoints: one beside
 * which the job goes on, and one with which it stops.
 */
class SavepointCrashPointsTest {

    private static final String JOB = "0123456789abcdef0123456789abcdef";

    private final FaultyFileSystem fs = FaultyFileSystem.named("savepoint-crash-points");

    /** The newest checkpoint of which things may have been committed. */
    private long acknowledged;

    /** Savepoints the user was told of. */
    private final Set<String> told = new TreeSet<>();

    @BeforeEach
    void emptyDisk() {
        fs.reset();
        acknowledged = 0;
        told.clear();
    }

    @DisplayName(
            "CK-63, CK-73: what looks like a savepoint is whole, and none that was told is lost")
    @Test
    void whereverTheProcessDies() throws Exception {
        life();
        assertThat(told).hasSize(2);
        long operations = fs.writeOperations();
        assertThat(operations).isGreaterThan(40);
        for (long point = 1; point <= operations; point++) {
            for (int seed = -2; seed < 4; seed++) {
                emptyDisk();
                fs.dieAt(point);
                assertThatThrownBy(this::life).isInstanceOf(IOException.class);
                if (seed == -2) {
                    fs.kill();
                } else if (seed == -1) {
                    fs.crash();
                } else {
                    fs.crash(seed);
                }
                requireAllIsWell("ended at operation " + point + ", seed " + seed);
            }
        }
    }

    @DisplayName("A write that fails costs the savepoint it belongs to, and leaves nothing of it")
    @Test
    void whateverWriteFails() throws Exception {
        life();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            emptyDisk();
            try (FileCheckpointStorage storage = storage()) {
                storage.open("words");
                CheckpointStore store = new CheckpointStore(storage, 1);
                store.publish(manifest(storage, 1, false));
                fs.failAt(point);
                for (long id = 2; id <= 3; id++) {
                    try {
                        savepoint(storage, store, id, id == 3);
                    } catch (IOException e) {
                        store.giveUp(id);
                    }
                }
                assertThat(savepoints()).as("failure at %d", point).isEqualTo(told);
                assertThat(store.restorable().get().id()).isEqualTo(acknowledged == 3 ? 3L : 1L);
            }
        }
    }

    private void requireAllIsWell(String when) throws IOException {
        Set<String> there = new TreeSet<>();
        for (String savepoint : savepoints()) {
            try (FileCheckpointStorage storage = storage()) {
                CheckpointStore store = new CheckpointStore(storage, 1);
                if (fs.exists(new Path(savepoint, "_metadata"))) {
                    assertThatCode(() -> store.beginFrom(savepoint))
                            .as(when)
                            .doesNotThrowAnyException();
                    there.add(savepoint);
                } else {
                    assertThatThrownBy(() -> store.beginFrom(savepoint))
                            .as(when)
                            .isInstanceOf(FileNotFoundException.class)
                            .hasMessageContaining("never completed");
                }
            }
        }
        assertThat(there).as(when).containsAll(told);
        try (FileCheckpointStorage storage = storage()) {
            storage.open("words");
            storage.sweep();
            CheckpointStore store = new CheckpointStore(storage, 1);
            Optional<CompletedCheckpoint> found = store.recover();
            assertThat(found.map(CompletedCheckpoint::id).orElse(0L))
                    .as(when)
                    .isGreaterThanOrEqualTo(acknowledged);
            long next = store.nextCheckpointId();
            store.publish(manifest(storage, next, false));
            store.evict();
            assertThat(storage.published()).as(when).hasSize(1);
            assertThat(storage.sharedFiles()).as(when).hasSize(1);
        }
    }

    private Set<String> savepoints() throws IOException {
        Set<String> found = new TreeSet<>();
        try {
            for (FileStatus child : fs.listStatus(fs.path("/savepoints"))) {
                found.add(new Path(fs.path("/savepoints"), child.getPath().getName()).toString());
            }
        } catch (FileNotFoundException e) {
            return found; // there has never been one
        }
        return found;
    }

    /** What a process does: checkpoints, a savepoint between them, and one to stop with. */
    private void life() throws IOException {
        try (FileCheckpointStorage storage = storage()) {
            storage.open("words");
            CheckpointStore store = new CheckpointStore(storage, 1);
            checkpoint(storage, store, 1);
            savepoint(storage, store, 2, false);
            checkpoint(storage, store, 3);
            savepoint(storage, store, 4, true);
            store.evict();
            if (fs.isDead()) {
                throw new IOException("died while removing");
            }
        }
        if (fs.isDead()) {
            throw new IOException("died while signing off");
        }
    }

    private void checkpoint(FileCheckpointStorage storage, CheckpointStore store, long id)
            throws IOException {
        store.publish(manifest(storage, id, false));
        acknowledged = id;
        store.evict();
        if (fs.isDead()) {
            throw new IOException("died while removing");
        }
    }

    private void savepoint(
            FileCheckpointStorage storage, CheckpointStore store, long id, boolean stops)
            throws IOException {
        storage.beginSavepoint(id, fs.path("/savepoints").toString());
        told.add(store.publishSavepoint(manifest(storage, id, true), stops).pointer());
        if (stops) {
            acknowledged = id;
        }
    }

    private FileCheckpointStorage storage() throws IOException {
        return new FileCheckpointStorage(CheckpointPaths.ofJob(fs.path("/checkpoints"), JOB), 10);
    }

    private static CheckpointManifest manifest(
            FileCheckpointStorage storage, long id, boolean savepoint) throws IOException {
        SharedFile file = new SharedFile("f", id, write(storage.createShared(id, "SHARED")));
        StateHandle handle =
                new StateHandle(
                        StateHandle.Kind.KEYED_LAYERS,
                        new KeyGroupRange(0, 127),
                        List.of(),
                        write(storage.create(id, "STATE")),
                        List.of(file));
        return new CheckpointManifest(
                id,
                id,
                id,
                "words",
                JOB,
                new Writer(1, "here", "test"),
                savepoint,
                List.of(
                        new Operator(
                                "uid",
                                new OperatorId("0123456789abcdef0123456789abcdef"),
                                "operator",
                                128,
                                null,
                                List.of(new Subtask(Phase.RUNNING, List.of(handle))))),
                Map.of());
    }

    private static StoredState write(StateOutput output) throws IOException {
        try (output) {
            output.write(new byte[100]);
            return output.seal();
        }
    }
}
