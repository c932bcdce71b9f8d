// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.Path;
import io.millrace.spi.JobOwner;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileCheckpointStorageTest {

    private static final String JOB = "0123456789abcdef0123456789abcdef";
    private static final byte[] MANIFEST =
            SealedFile.seal(new SealedFile.Kind("manifest", 1, 1), new byte[] {7});

    @TempDir java.nio.file.Path dir;

    private final List<CheckpointStorage> opened = new ArrayList<>();

    @AfterEach
    void giveLocksBack() throws IOException {
        for (CheckpointStorage storage : opened) {
            storage.close();
        }
    }

    @Test
    void theLayoutIsThatOfTheSpecification() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 10);
        assertThat(names(dir.resolve(JOB))).containsExactly("lock", "shared", "taskowned");
        write(storage, 3, "op-1.keyed", 10);
        String pointer = storage.publish(3, MANIFEST);
        assertThat(names(dir.resolve(JOB).resolve("chk-3")))
                .containsExactly("_metadata", "op-1.keyed");
        assertThat(pointer).isEqualTo("file:" + dir.resolve(JOB).resolve("chk-3"));
    }

    @Test
    void whoHoldsTheLockIsAloneWithWhatWasWrittenUnderIt() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 10);
        String own = storage.publish(1, MANIFEST);
        String foreign = own.replace(JOB, "f".repeat(32));
        assertThat(storage.owner(Optional.empty())).isEqualTo(new JobOwner(0, true));
        assertThat(storage.owner(Optional.of(own))).isEqualTo(new JobOwner(0, true));
        assertThat(storage.owner(Optional.of(foreign))).isEqualTo(new JobOwner(0, false));
    }

    @Test
    void whereThereAreOwnersNobodyIsAlone() throws Exception {
        Files.createDirectories(dir.resolve(JOB));
        Files.createFile(dir.resolve(JOB).resolve("owner-4-000000000000"));
        FileCheckpointStorage storage = open(dir.toString(), 10);
        assertThat(storage.owner(Optional.empty())).isEqualTo(new JobOwner(5, false));
    }

    @Test
    void withoutTheJobLevelCheckpointsLieInTheDirectoryItself() throws Exception {
        FileCheckpointStorage storage =
                opened(
                        new FileCheckpointStorage(
                                CheckpointPaths.withoutJobLevel(path(dir.toString())), 10));
        storage.publish(1, MANIFEST);
        assertThat(names(dir)).containsExactly("chk-1", "lock", "shared", "taskowned");
    }

    @Test
    void stateBelowTheThresholdIsInlineAndFromItOnAFile() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 10);
        assertThat(write(storage, 1, "small", 9)).isInstanceOf(StoredState.Inline.class);
        StoredState large = write(storage, 1, "large", 10);
        assertThat(large)
                .isEqualTo(new StoredState.InFile("large", 10, SealedFile.checksum(new byte[10])));
        assertThat(read(storage, large, storage.publish(1, MANIFEST))).isEqualTo(new byte[10]);
    }

    @Test
    void aThresholdOfZeroMakesAFileOfNothing() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        StoredState nothing = write(storage, 1, "nothing", 0);
        assertThat(nothing).isInstanceOf(StoredState.InFile.class);
        assertThat(read(storage, nothing, storage.publish(1, MANIFEST))).isEmpty();
    }

    @Test
    void aThresholdOutOfRangeIsRefused() throws Exception {
        CheckpointPaths paths = CheckpointPaths.ofJob(path(dir.toString()), JOB);
        for (int threshold : new int[] {-1, 1024 * 1024 + 1}) {
            assertThatThrownBy(() -> new FileCheckpointStorage(paths, threshold))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Integer.toString(threshold))
                    .hasMessageContaining("execution.checkpointing.data-inline-threshold");
        }
    }

    @Test
    void unsealedStateIsThrownAway() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        try (StateOutput out = storage.create(1, "half")) {
            out.write(new byte[100]);
        }
        assertThat(names(dir.resolve(JOB).resolve("chk-1"))).isEmpty();
    }

    @Test
    void aDirectoryWithoutManifestIsDebrisAndSwept() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        write(storage, 1, "state", 5);
        String two = storage.publish(2, MANIFEST);
        String three = storage.publish(3, MANIFEST);
        assertThat(storage.published()).containsExactly(three, two);
        storage.sweep();
        assertThat(names(dir.resolve(JOB)))
                .containsExactly("chk-2", "chk-3", "lock", "shared", "taskowned");
    }

    @Test
    void checkpointsAreOrderedByNumberNotByLetters() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        String nine = storage.publish(9, MANIFEST);
        String ten = storage.publish(10, MANIFEST);
        assertThat(storage.published()).containsExactly(ten, nine);
    }

    @Test
    void discardingTakesAllAndMayBeRepeated() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        write(storage, 1, "state", 5);
        storage.publish(1, MANIFEST);
        storage.discard(1);
        storage.discard(1);
        assertThat(names(dir.resolve(JOB))).containsExactly("lock", "shared", "taskowned");
    }

    @Test
    void lateWritersOfADiscardedCheckpointAreTurnedAway() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        try (StateOutput late = storage.create(1, "late")) {
            late.write(1);
            storage.discard(1);
            assertThatThrownBy(late::seal)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("given up");
        }
        assertThatThrownBy(() -> storage.create(1, "later")).hasMessageContaining("given up");
        assertThatThrownBy(() -> storage.publish(1, MANIFEST)).hasMessageContaining("given up");
        assertThat(names(dir.resolve(JOB))).containsExactly("lock", "shared", "taskowned");
    }

    @Test
    void aWriterThatIsOvertakenByTheDiscardingLeavesNoDirectory() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 10);
        java.nio.file.Path checkpoint = dir.resolve(JOB).resolve("chk-5");
        try (StateOutput one = storage.create(5, "one");
                StateOutput other = storage.create(5, "other")) {
            one.write(new byte[20]);
            other.write(new byte[20]);
            storage.discard(5);
            assertThat(checkpoint).doesNotExist();
            // What the operating system makes of it when the writer had looked a moment before.
            Files.createDirectory(checkpoint);
            Files.createFile(checkpoint.resolve("one"));
            Files.createFile(checkpoint.resolve("other"));
            assertThatThrownBy(one::seal).hasMessageContaining("was given up in the meantime");
            assertThatThrownBy(other::seal).hasMessageContaining("was given up in the meantime");
        }
        assertThat(checkpoint).doesNotExist();
    }

    @Test
    void discardedCheckpointsAreNotRememberedForEver() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 10);
        for (long id = 1; id <= FileCheckpointStorage.MAX_REMEMBERED + 1; id++) {
            storage.discard(id);
        }
        assertThatThrownBy(() -> storage.create(2, "late"))
                .hasMessageContaining("was given up in the meantime");
        storage.create(1, "very-late").close();
    }

    @Test
    void anExistingCheckpointIsNeverOverwritten() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        String pointer = storage.publish(1, MANIFEST);
        assertThatThrownBy(() -> storage.publish(1, MANIFEST)).hasMessageContaining(pointer);
    }

    @Test
    void aPointerIsTheDirectoryOrTheManifestItself() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        StoredState state = write(storage, 1, "state", 5);
        String pointer = storage.publish(1, MANIFEST);
        for (String given :
                List.of(
                        pointer,
                        pointer + "/_metadata",
                        dir.resolve(JOB).resolve("chk-1").toString())) {
            assertThat(storage.manifest(given)).isEqualTo(MANIFEST);
            assertThat(read(storage, state, given)).isEqualTo(new byte[5]);
        }
    }

    @Test
    void ck79APointerToNothingSaysWhatIsMissing() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        storage.publish(1, MANIFEST);
        write(storage, 2, "state", 5);
        String job = dir.resolve(JOB).toString();
        assertThatThrownBy(() -> storage.manifest(job + "/chk-7"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(job + "/chk-7");
        assertThatThrownBy(() -> storage.manifest(job + "/chk-2"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("never completed");
        assertThatThrownBy(() -> storage.manifest(job))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("chk-1");
        assertThatThrownBy(() -> storage.manifest(dir.toString()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("'latest'");
    }

    @Test
    void o15ACheckpointThatWasMovedAsAWholeCanBeRead() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        StoredState state = write(storage, 1, "state", 5);
        storage.publish(1, MANIFEST);
        java.nio.file.Path moved = dir.resolve("moved to here");
        Files.move(dir.resolve(JOB).resolve("chk-1"), moved);
        assertThat(read(storage, state, moved.toString())).isEqualTo(new byte[5]);
    }

    @Test
    void aMissingStateFileIsNamed() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        StoredState state = write(storage, 1, "state", 5);
        String pointer = storage.publish(1, MANIFEST);
        Files.delete(dir.resolve(JOB).resolve("chk-1").resolve("state"));
        assertThatThrownBy(() -> storage.read(state, pointer))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining(pointer + "/state");
    }

    @Test
    void memoryStorageCanBeginFromFiles() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        StoredState state = write(storage, 1, "state", 5);
        String pointer = storage.publish(1, MANIFEST);
        try (MemoryCheckpointStorage memory = new MemoryCheckpointStorage()) {
            assertThat(memory.manifest(pointer)).isEqualTo(MANIFEST);
            assertThat(read(memory, state, pointer)).isEqualTo(new byte[5]);
        }
    }

    @Test
    void sb10WithMemoryStorageADirectoryHoldsManifestsOnly() throws Exception {
        FileCheckpointStorage storage =
                opened(
                        FileCheckpointStorage.ofManifestsOnly(
                                CheckpointPaths.ofJob(path(dir.toString()), JOB), 100));
        assertThat(write(storage, 1, "state", 100)).isInstanceOf(StoredState.Inline.class);
        assertThatThrownBy(() -> write(storage, 1, "large", 101))
                .hasMessageContaining("101")
                .hasMessageContaining("100");
    }

    @Test
    void namesThatCouldLeadElsewhereAreRefused() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        for (String name : List.of("", "..", "a/b", "_metadata", ".hidden", "a b")) {
            assertThatThrownBy(() -> storage.create(1, name))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "uri"})
    void o11AnyDirectoryNameIsTakenAsItIs(String spelling) throws Exception {
        java.nio.file.Path odd = Files.createDirectory(dir.resolve("a b ü #1 100% %20 ?"));
        String spelled = spelling.equals("uri") ? odd.toUri().toString() : odd.toString();
        FileCheckpointStorage storage = open(spelled, 0);
        StoredState state = write(storage, 1, "state", 5);
        String pointer = storage.publish(1, MANIFEST);
        assertThat(odd.resolve(JOB).resolve("chk-1").resolve("_metadata")).exists();
        assertThat(names(dir)).containsExactly(odd.getFileName().toString());
        assertThat(storage.manifest(pointer)).isEqualTo(MANIFEST);
        assertThat(read(storage, state, pointer)).isEqualTo(new byte[5]);
        assertThat(JobDirectories.under(path(spelled)))
                .extracting(JobDirectories.JobDirectory::checkpoints)
                .containsExactly(List.of(pointer));
    }

    @Test
    void o13ARegularFileInTheWayIsNoticedWhenTheStorageIsOpened() throws Exception {
        java.nio.file.Path file = Files.createFile(dir.resolve("file"));
        String directory = file.resolve("checkpoints").toString();
        FileCheckpointStorage storage =
                new FileCheckpointStorage(CheckpointPaths.ofJob(path(directory), JOB), 0);
        assertThatThrownBy(() -> storage.open("words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory)
                .hasMessageContaining(file + " is a regular file")
                .hasMessageContaining("execution.checkpointing.dir");
    }

    @Test
    void twoStoragesOfOneProcessCannotHaveOneJobDirectory() throws Exception {
        FileCheckpointStorage first = open(dir.toString(), 0);
        FileCheckpointStorage second =
                new FileCheckpointStorage(CheckpointPaths.ofJob(path(dir.toString()), JOB), 0);
        assertThatThrownBy(() -> second.open("words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
        first.close();
        opened.add(second);
        second.open("words");
    }

    @Test
    void jobDirectoriesAreListedWithTheirCheckpointsAndHolders() throws Exception {
        FileCheckpointStorage storage = open(dir.toString(), 0);
        Files.createDirectory(dir.resolve("something else"));
        assertThat(JobDirectories.under(path(dir.toString())))
                .singleElement()
                .satisfies(job -> assertThat(job.checkpoints()).isEmpty())
                .satisfies(job -> assertThat(job.holder()).isPresent());
        String pointer = storage.publish(4, MANIFEST);
        List<JobDirectories.JobDirectory> found = JobDirectories.under(path(dir.toString()));
        assertThat(found).hasSize(1);
        assertThat(found.get(0).jobId()).isEqualTo(JOB);
        assertThat(found.get(0).checkpoints()).containsExactly(pointer);
        assertThat(found.get(0).holder())
                .hasValueSatisfying(
                        holder ->
                                assertThat(holder.jobName() + ": " + holder.process())
                                        .contains(
                                                "words: process " + ProcessHandle.current().pid()));
        storage.close();
        assertThat(found.get(0).holder()).isEmpty();
        assertThat(JobDirectories.under(path(dir.resolve("missing").toString()))).isEmpty();
    }

    private FileCheckpointStorage open(String directory, int threshold) throws IOException {
        return opened(
                new FileCheckpointStorage(CheckpointPaths.ofJob(path(directory), JOB), threshold));
    }

    private FileCheckpointStorage opened(FileCheckpointStorage storage) throws IOException {
        opened.add(storage);
        storage.open("words");
        return storage;
    }

    private static Path path(String directory) {
        return new Path(directory);
    }

    private static StoredState write(
            CheckpointStorage storage, long checkpoint, String name, int size) throws IOException {
        try (StateOutput out = storage.create(checkpoint, name)) {
            out.write(new byte[size]);
            return out.seal();
        }
    }

    private static byte[] read(CheckpointStorage storage, StoredState state, String pointer)
            throws IOException {
        try (InputStream in = storage.read(state, pointer)) {
            return in.readAllBytes();
        }
    }

    private static List<String> names(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
