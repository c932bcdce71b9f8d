// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a savepoint lies, and what is left of one at each step. */
class SavepointDirectoryTest {

    private static final String JOB = "0123456789abcdef0123456789abcdef";
    private static final byte[] MANIFEST =
            SealedFile.seal(new SealedFile.Kind("manifest", 1, 2), new byte[] {7});

    @TempDir java.nio.file.Path dir;

    private List<CheckpointStorage> storages() throws IOException {
        Path checkpoints = new Path(dir.resolve("ck").toString());
        return List.of(
                new FileCheckpointStorage(CheckpointPaths.ofJob(checkpoints, JOB), 10),
                FileCheckpointStorage.ofManifestsOnly(
                        CheckpointPaths.withoutJobLevel(checkpoints, JOB), 100),
                new MemoryCheckpointStorage(100, JOB));
    }

    private static java.nio.file.Path at(String pointer) {
        return java.nio.file.Path.of(new Path(pointer).toUri().getPath());
    }

    private static StoredState write(CheckpointStorage storage, int bytes) throws IOException {
        try (StateOutput out = storage.create(5, "state")) {
            out.write(new byte[bytes]);
            return out.seal();
        }
    }

    @DisplayName("CK-77: a directory of its own under the target, named by the job, in any storage")
    @Test
    void ck77() throws Exception {
        for (CheckpointStorage storage : storages()) {
            java.nio.file.Path target = dir.resolve("a b").resolve("ü #" + storage.hashCode());
            java.nio.file.Path savepoint = at(storage.beginSavepoint(5, target.toString()));
            assertThat(savepoint.getParent()).isEqualTo(target);
            assertThat(savepoint.getFileName().toString()).matches("savepoint-012345-[0-9a-f]{12}");
            StoredState state = write(storage, 50_000); // more than memory takes
            assertThat(state).isInstanceOf(StoredState.InFile.class);
            String pointer = storage.publish(5, MANIFEST);
            storage.handOver(5);
            assertThat(at(pointer)).isEqualTo(savepoint);
            storage.discard(5);
            assertThat(storage.manifest(pointer)).as("it is the user's").isEqualTo(MANIFEST);
            java.nio.file.Path moved = Files.move(savepoint, target.resolve("moved"));
            try (InputStream in = storage.read(state, moved.toString())) {
                assertThat(in.readAllBytes()).hasSize(50_000);
            }
            assertThat(storage.published()).isEmpty();
        }
    }

    @Test
    void untilItIsHandedOverItCanBeTakenBack() throws Exception {
        for (CheckpointStorage storage : storages()) {
            java.nio.file.Path target = dir.resolve("target");
            storage.beginSavepoint(5, target.toString());
            try (StateOutput late = storage.create(5, "late")) {
                write(storage, 50);
                storage.publish(5, MANIFEST);
                storage.discard(5);
                storage.discard(5);
                late.write(new byte[5]);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("given up");
            }
            assertThat(target).isEmptyDirectory();
        }
    }

    @DisplayName("A crash before the manifest is visible leaves what is refused as never completed")
    @Test
    void aCrash() throws Exception {
        CheckpointStorage storage = storages().get(0);
        String pointer = storage.beginSavepoint(5, dir.resolve("target").toString());
        assertThatThrownBy(() -> storage.manifest(pointer))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("savepoint was never completed");
        write(storage, 50);
        assertThatThrownBy(() -> storage.manifest(pointer))
                .hasMessageContaining("savepoint was never completed");
        Files.write(at(pointer).resolve("_metadata.part"), MANIFEST);
        assertThatThrownBy(() -> storage.manifest(pointer))
                .hasMessageContaining("savepoint was never completed");
    }

    @Test
    void aTargetThatCantBeIsNamed() throws Exception {
        java.nio.file.Path file = Files.createFile(dir.resolve("file"));
        for (CheckpointStorage storage : storages()) {
            for (java.nio.file.Path target : List.of(file, file.resolve("below"))) {
                assertThatThrownBy(() -> storage.beginSavepoint(5, target.toString()))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(target.toString())
                        .hasMessageContaining("regular file");
                assertThatThrownBy(() -> storage.checkTarget(target.toString()))
                        .hasMessageContaining("regular file");
            }
            assertThatThrownBy(() -> storage.beginSavepoint(5, "nosuch://x/y"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("nosuch");
        }
    }

    @Test
    void namesDiffer() throws Exception {
        CheckpointStorage storage = storages().get(0);
        for (long id = 1; id <= 20; id++) {
            storage.beginSavepoint(id, dir.resolve("target").toString());
        }
        try (Stream<java.nio.file.Path> children = Files.list(dir.resolve("target"))) {
            assertThat(children).hasSize(20);
        }
    }
}
