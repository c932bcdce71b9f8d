// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyFileSystemTest {

    private final FaultyFileSystem fs = FaultyFileSystem.named("faulty-file-system-test");

    @BeforeEach
    void emptyDisk() {
        fs.reset();
    }

    @Test
    void isReachedByItsName() throws Exception {
        assertThat(fs.path("/a").getFileSystem()).isSameAs(fs);
        assertThat(FileSystem.get(FaultyFileSystem.named("another").getUri())).isNotSameAs(fs);
        assertThatThrownBy(() -> FileSystem.get(java.net.URI.create("faulty:/a")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name");
    }

    @Test
    void anUnsyncedFileIsGoneAfterACrash() throws Exception {
        write("/a", "text", false);
        fs.syncDirectory(fs.path("/"));
        assertThat(read("/a")).isEqualTo("text");
        fs.crash();
        assertThat(read("/a")).as("the entry was synced, the bytes were not").isEmpty();
    }

    @Test
    void aSyncedFileInAnUnsyncedDirectoryIsGoneAfterACrash() throws Exception {
        write("/a", "text", true);
        fs.crash();
        assertThat(fs.exists(fs.path("/a"))).isFalse();
    }

    @Test
    void whatWasSyncedWithItsDirectoriesSurvives() throws Exception {
        write("/d/a", "text", true);
        fs.syncDirectory(fs.path("/d"));
        fs.syncDirectory(fs.path("/"));
        fs.crash();
        assertThat(read("/d/a")).isEqualTo("text");
    }

    @Test
    void aDirectoryWhoseParentWasNotSyncedIsGone() throws Exception {
        write("/d/a", "text", true);
        fs.syncDirectory(fs.path("/d"));
        fs.crash();
        assertThat(fs.exists(fs.path("/d"))).isFalse();
    }

    @Test
    void anUnsyncedRenameIsUndoneByACrashAndASyncedOneIsNot() throws Exception {
        write("/a", "text", true);
        fs.syncDirectory(fs.path("/"));
        assertThat(fs.rename(fs.path("/a"), fs.path("/b"))).isTrue();
        fs.crash();
        assertThat(read("/a")).isEqualTo("text");
        assertThat(fs.exists(fs.path("/b"))).isFalse();
        fs.rename(fs.path("/a"), fs.path("/b"));
        fs.syncDirectory(fs.path("/"));
        fs.crash();
        assertThat(read("/b")).isEqualTo("text");
        assertThat(fs.exists(fs.path("/a"))).isFalse();
    }

    @Test
    void aRenameBetweenDirectoriesIsNeverHalfDone() throws Exception {
        for (int seed = 0; seed < 50; seed++) {
            fs.reset();
            write("/from/a", "text", true);
            fs.mkdirs(fs.path("/to"));
            for (String directory : new String[] {"/from", "/to", "/"}) {
                fs.syncDirectory(fs.path(directory));
            }
            fs.rename(fs.path("/from/a"), fs.path("/to/b"));
            if (seed % 2 == 0) {
                fs.crash(seed);
            } else {
                fs.syncDirectory(fs.path(seed % 4 == 1 ? "/from" : "/to"));
                fs.crash();
            }
            boolean old = fs.exists(fs.path("/from/a"));
            boolean moved = fs.exists(fs.path("/to/b"));
            assertThat(old).as("seed %d", seed).isNotEqualTo(moved);
        }
    }

    @Test
    void aRandomCrashKeepsDifferentPartsForDifferentSeeds() throws Exception {
        Set<String> seen = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            fs.reset();
            write("/a", "abc", false);
            write("/b", "x", true);
            fs.crash(seed);
            seen.add(
                    (fs.exists(fs.path("/a")) ? "a:" + read("/a") : "")
                            + (fs.exists(fs.path("/b")) ? " b" : ""));
        }
        assertThat(seen).contains("", " b", "a:", "a:abc", "a:ab b");
        fs.reset();
        write("/a", "abc", false);
        fs.crash(3);
        boolean first = fs.exists(fs.path("/a"));
        fs.reset();
        write("/a", "abc", false);
        fs.crash(3);
        assertThat(fs.exists(fs.path("/a"))).as("the same seed does the same").isEqualTo(first);
    }

    @Test
    void streamsOfAnEarlierLifeAreDead() throws Exception {
        FSDataOutputStream out = fs.create(fs.path("/a"), WriteMode.NO_OVERWRITE);
        out.write(1);
        fs.kill();
        assertThat(fs.getFileStatus(fs.path("/a")).getLen())
                .as("the machine lives on")
                .isEqualTo(1);
        assertThatThrownBy(() -> out.write(2)).hasMessageContaining("when the machine went down");
    }

    @Test
    void theNthWriteOperationFailsOnce() throws Exception {
        fs.failAt(2);
        try (FSDataOutputStream out = fs.create(fs.path("/a"), WriteMode.NO_OVERWRITE)) {
            assertThatThrownBy(() -> out.write(1))
                    .hasMessageContaining("WRITE faulty://faulty-file-system-test/a");
            out.write(2);
        }
        assertThat(read("/a")).isEqualTo("\u0002");
        assertThat(fs.writeOperations()).isEqualTo(3);
    }

    @Test
    void aDeadMachineDoesNothingUntilItCrashed() throws Exception {
        write("/a", "text", true);
        fs.dieAt(1);
        assertThat(read("/a")).as("reads before the fatal write").isEqualTo("text");
        assertThatThrownBy(() -> fs.syncDirectory(fs.path("/"))).hasMessageContaining("down");
        assertThat(fs.isDead()).isTrue();
        assertThatThrownBy(() -> fs.exists(fs.path("/a"))).hasMessageContaining("down");
        fs.crash();
        assertThat(fs.exists(fs.path("/a"))).isFalse();
    }

    @Test
    void aFullDiskTakesWhatFits() throws Exception {
        fs.setCapacity(3);
        try (FSDataOutputStream out = fs.create(fs.path("/a"), WriteMode.NO_OVERWRITE)) {
            assertThatThrownBy(() -> out.write(new byte[] {'a', 'b', 'c', 'd'}))
                    .hasMessageContaining("no space left");
        }
        assertThat(read("/a")).isEqualTo("abc");
    }

    @Test
    void aReadOnlyDiskIsRead() throws Exception {
        write("/a", "text", true);
        fs.refuseWrites(true);
        assertThatThrownBy(() -> fs.mkdirs(fs.path("/d"))).hasMessageContaining("read-only");
        assertThat(fs.mkdirs(fs.path("/"))).as("nothing to make").isTrue();
        assertThat(read("/a")).isEqualTo("text");
    }

    @Test
    void bitsCanBeFlippedAndFilesCut() throws Exception {
        write("/a", "ab", true);
        fs.flipBit(fs.path("/a"), 8 + 1);
        assertThat(read("/a")).isEqualTo("a" + (char) ('b' ^ 2));
        fs.truncate(fs.path("/a"), 1);
        assertThat(read("/a")).isEqualTo("a");
    }

    @Test
    void anyOperationCanBeMadeToFail() throws Exception {
        write("/a", "text", true);
        fs.setFault(
                operation -> {
                    if (operation.kind() == FaultyFileSystem.Kind.READ) {
                        throw new IOException("no reading today: " + operation);
                    }
                });
        assertThatThrownBy(() -> read("/a")).hasMessageContaining("no reading today: READ");
    }

    @Test
    void behavesLikeAFileSystem() throws Exception {
        write("/d/b", "b", true);
        write("/d/a", "a", true);
        assertThat(fs.listStatus(fs.path("/d")))
                .extracting(status -> status.getPath())
                .containsExactly(fs.path("/d/a"), fs.path("/d/b"));
        assertThatThrownBy(() -> fs.delete(fs.path("/d"), false)).hasMessageContaining("not empty");
        assertThatThrownBy(() -> fs.create(fs.path("/d/a"), WriteMode.NO_OVERWRITE))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> fs.mkdirs(fs.path("/d/a/b")))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> fs.open(fs.path("/x"))).isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.listStatus(fs.path("/x")))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(fs.rename(fs.path("/x"), fs.path("/y"))).isFalse();
        assertThat(fs.delete(fs.path("/d"), true)).isTrue();
        assertThat(fs.delete(fs.path("/d"), true)).isFalse();
    }

    @Test
    void pendingFilesAreTakenUpAndCommittedOnce() throws Exception {
        RecoverableWriter writer = fs.createRecoverableWriter();
        RecoverableFsDataOutputStream out = writer.open(fs.path("/out/part"));
        out.write("kept".getBytes(StandardCharsets.UTF_8));
        byte[] at = writer.getResumeRecoverableSerializer().serialize(out.persist());
        out.write(" lost".getBytes(StandardCharsets.UTF_8));
        fs.crash();

        RecoverableFsDataOutputStream resumed =
                writer.recover(writer.getResumeRecoverableSerializer().deserialize(1, at));
        resumed.write(", more".getBytes(StandardCharsets.UTF_8));
        byte[] pending =
                writer.getCommitRecoverableSerializer()
                        .serialize(resumed.closeForCommit().getRecoverable());
        fs.crash();
        Committer committer =
                writer.recoverForCommit(
                        writer.getCommitRecoverableSerializer().deserialize(1, pending));
        committer.commitAfterRecovery();
        fs.crash();
        committer.commitAfterRecovery();
        assertThat(read("/out/part")).isEqualTo("kept, more");
        assertThat(fs.listStatus(fs.path("/out"))).hasSize(1);
    }

    @Test
    void aRepeatedCommitMakesTheNameDurable() throws Exception {
        RecoverableWriter writer = fs.createRecoverableWriter();
        RecoverableFsDataOutputStream out = writer.open(fs.path("/out/part"));
        out.write("text".getBytes(StandardCharsets.UTF_8));
        Committer committer = out.closeForCommit();
        fs.dieAt(2); // the name is given and not yet on disk
        assertThatThrownBy(committer::commit).hasMessageContaining("SYNC_DIRECTORY");
        fs.kill();
        committer.commitAfterRecovery();
        fs.crash();
        assertThat(read("/out/part")).isEqualTo("text");
    }

    private void write(String path, String text, boolean sync) throws IOException {
        try (FSDataOutputStream out = fs.create(fs.path(path), WriteMode.OVERWRITE)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            if (sync) {
                out.sync();
            }
        }
    }

    private String read(String path) throws IOException {
        try (FSDataInputStream in = fs.open(fs.path(path))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
