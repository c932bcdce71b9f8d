// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static io.millrace.filesystem.gs.Buckets.bytes;
import static io.millrace.filesystem.gs.Buckets.names;
import static io.millrace.filesystem.gs.Buckets.path;
import static io.millrace.filesystem.gs.Buckets.random;
import static io.millrace.filesystem.gs.Buckets.read;
import static io.millrace.filesystem.gs.Buckets.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the file system does, on a stand-in for the store. */
@Timeout(120)
class FakeGcsFileSystemTest {

    /** An eighth of a chunk. */
    private static final int SOME = 128 * 1024;

    private FakeGcsServer server;
    private GsFileSystem fs;

    @BeforeEach
    void makeBucket() throws Exception {
        server = new FakeGcsServer();
        fs = Buckets.fresh(server.settings());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aFileIsReadAsItWasWritten() throws Exception {
        write(fs, "dir/sub dir/ä #1%25?.txt", "text");
        assertThat(read(fs, "dir/sub dir/ä #1%25?.txt")).isEqualTo("text");
        FileStatus status = fs.getFileStatus(path(fs, "dir/sub dir/ä #1%25?.txt"));
        assertThat(status.getLen()).isEqualTo(4);
        assertThat(status.isDir()).isFalse();
        assertThat(status.getModificationTime()).isPositive();
        assertThat(status.getPath()).isEqualTo(path(fs, "dir/sub dir/ä #1%25?.txt"));
        assertThat(fs.getKind()).isEqualTo(FileSystemKind.OBJECT_STORE);
    }

    @Test
    void anEmptyFileIsAFile() throws Exception {
        write(fs, "empty", "");
        assertThat(bytes(fs, "empty")).isEmpty();
        assertThat(fs.getFileStatus(path(fs, "empty")).getLen()).isZero();
    }

    @Test
    void aLargeFileGoesInPartsAndIsRead() throws Exception {
        byte[] content = random(1, 27 * SOME + 7);
        try (FSDataOutputStream out = fs.create(path(fs, "large"), WriteMode.NO_OVERWRITE)) {
            for (int at = 0; at < content.length; ) {
                int some = Math.min(content.length - at, 300_000);
                out.write(content, at, some);
                at += some;
                assertThat(out.getPos()).isEqualTo(at);
            }
            assertThat(fs.exists(path(fs, "large"))).isFalse();
        }
        assertThat(Arrays.equals(bytes(fs, "large"), content)).isTrue();
        assertThat(names(fs, "")).containsExactly("large");
    }

    @Test
    void readingGoesOnAnywhere() throws Exception {
        byte[] content = random(2, 3 * SOME + 11);
        write(fs, "file", content);
        Random random = new Random(3);
        try (FSDataInputStream in = fs.open(path(fs, "file"))) {
            for (int i = 0; i < 60; i++) {
                int at = random.nextInt(content.length + 1);
                if (random.nextInt(3) == 0) {
                    // A short way on, which needs no request.
                    at = (int) Math.min(content.length, in.getPos() + random.nextInt(50_000));
                }
                in.seek(at);
                byte[] some = in.readNBytes(random.nextInt(200_000));
                assertThat(Arrays.equals(some, Arrays.copyOfRange(content, at, at + some.length)))
                        .isTrue();
                assertThat(in.getPos()).isEqualTo(at + some.length);
            }
            in.seek(content.length + 5);
            assertThat(in.read()).isEqualTo(-1);
            in.seek(content.length - 1);
            assertThat(in.read()).isEqualTo(content[content.length - 1] & 0xFF);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> fs.open(path(fs, "no/such")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("no/such");
        assertThatThrownBy(() -> fs.getFileStatus(path(fs, "no/such")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fs.listStatus(path(fs, "no/such")))
                .isInstanceOf(FileNotFoundException.class);
        assertThat(exists("no/such")).isFalse();
    }

    private boolean exists(String name) {
        try {
            return fs.exists(path(fs, name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aMissingBucketIsSaid() throws Exception {
        GsFileSystem none =
                GsFileSystem.of(
                        java.net.URI.create("gs://there-is-no-such-bucket/"),
                        fs.store().settings());
        assertThatThrownBy(() -> none.listStatus(new Path("gs://there-is-no-such-bucket/a")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gs://there-is-no-such-bucket/a")
                .hasMessageContaining("bucket does not exist");
    }

    @Test
    void aFileThatIsThereIsNotOverwrittenUnlessAsked() throws Exception {
        write(fs, "file", "old");
        assertThatThrownBy(() -> fs.create(path(fs, "file"), WriteMode.NO_OVERWRITE))
                .isInstanceOf(FileAlreadyExistsException.class);
        write(fs, "file", "new");
        assertThat(read(fs, "file")).isEqualTo("new");
        // Made by somebody else while this one writes.
        FSDataOutputStream out = fs.create(path(fs, "late"), WriteMode.NO_OVERWRITE);
        out.write(1);
        write(fs, "late", "first");
        assertThatThrownBy(out::close).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(read(fs, "late")).isEqualTo("first");
    }

    @Test
    void syncEndsAFile() throws Exception {
        FSDataOutputStream out = fs.create(path(fs, "file"), WriteMode.NO_OVERWRITE);
        out.write("text".getBytes(StandardCharsets.UTF_8));
        out.flush();
        assertThat(exists("file")).isFalse();
        out.sync();
        assertThat(read(fs, "file")).isEqualTo("text");
        assertThatThrownBy(() -> out.write(1)).hasMessageContaining("sync");
        out.close();
        out.close();
        assertThat(read(fs, "file")).isEqualTo("text");
    }

    @Test
    void directoriesAreWhatFilesLieIn() throws Exception {
        assertThat(fs.mkdirs(path(fs, "dir/empty"))).isTrue();
        assertThat(exists("dir")).isFalse();
        write(fs, "dir/b", "1");
        write(fs, "dir/a/x", "2");
        write(fs, "dir/a/y", "3");
        write(fs, "dirt", "4");
        assertThat(fs.getFileStatus(path(fs, "dir")).isDir()).isTrue();
        assertThat(fs.getFileStatus(path(fs, "")).isDir()).isTrue();
        assertThat(names(fs, "dir")).containsExactly("a/", "b");
        assertThat(names(fs, "")).containsExactly("dir/", "dirt");
        assertThat(names(fs, "dirt")).containsExactly("dirt");
        assertThatThrownBy(() -> fs.mkdirs(path(fs, "dirt")))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void markersOfDirectoriesAreNoFiles() throws Exception {
        fs.store().put("marked/", new byte[0], 0, "another program");
        assertThat(fs.getFileStatus(path(fs, "marked")).isDir()).isTrue();
        assertThat(names(fs, "marked")).isEmpty();
        assertThat(names(fs, "")).containsExactly("marked/");
        assertThat(fs.delete(path(fs, "marked"), false)).isTrue();
        assertThat(exists("marked")).isFalse();
    }

    @Test
    void deletesOneFileOrADirectoryWithAllInIt() throws Exception {
        write(fs, "dir/a", "1");
        write(fs, "dir/sub/b", "2");
        write(fs, "dirt", "3");
        assertThatThrownBy(() -> fs.delete(path(fs, "dir"), false))
                .hasMessageContaining("not empty");
        assertThat(fs.delete(path(fs, "dir/a"), false)).isTrue();
        assertThat(fs.delete(path(fs, "dir/a"), false)).isFalse();
        assertThat(fs.delete(path(fs, "dir"), true)).isTrue();
        assertThat(fs.delete(path(fs, "dir"), true)).isFalse();
        assertThat(fs.delete(path(fs, "dirt"), true)).isTrue();
        assertThat(names(fs, "")).isEmpty();
    }

    @Test
    void listsAndDeletesMoreThanAPageHolds() throws Exception {
        for (int i = 0; i < 1050; i++) {
            server.put(fs.store().bucket(), "many/" + i, new byte[] {1});
        }
        assertThat(names(fs, "many")).hasSize(1050).doesNotHaveDuplicates();
        assertThat(fs.delete(path(fs, "many"), true)).isTrue();
        assertThat(exists("many")).isFalse();
    }

    @Test
    void renamesFilesAndDirectories() throws Exception {
        write(fs, "from/a", "1");
        write(fs, "from/sub/b", "2");
        assertThat(fs.rename(path(fs, "from/a"), path(fs, "to/c"))).isTrue();
        assertThat(read(fs, "to/c")).isEqualTo("1");
        assertThat(exists("from/a")).isFalse();
        assertThat(fs.rename(path(fs, "from"), path(fs, "to"))).isFalse();
        assertThat(fs.rename(path(fs, "from"), path(fs, "moved"))).isTrue();
        assertThat(read(fs, "moved/sub/b")).isEqualTo("2");
        assertThat(exists("from")).isFalse();
        assertThat(fs.rename(path(fs, "no"), path(fs, "where"))).isFalse();
        assertThatThrownBy(() -> fs.rename(path(fs, "moved"), path(fs, "moved/sub/x")))
                .hasMessageContaining("into itself");
        write(fs, "file", "3");
        assertThat(fs.rename(path(fs, "file"), path(fs, "to/c"))).isTrue();
        assertThat(read(fs, "to/c")).isEqualTo("3");
    }

    @Test
    void aWholeFileIsMadeOnce() throws Exception {
        byte[] mine = "mine".getBytes(StandardCharsets.UTF_8);
        assertThat(fs.existsNow(path(fs, "dir/whole"))).isFalse();
        fs.createWhole(path(fs, "dir/whole"), mine);
        assertThat(fs.existsNow(path(fs, "dir/whole"))).isTrue();
        // As after a lost answer.
        fs.createWhole(path(fs, "dir/whole"), mine);
        assertThatThrownBy(
                        () ->
                                fs.createWhole(
                                        path(fs, "dir/whole"),
                                        "others".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("dir/whole");
        assertThat(read(fs, "dir/whole")).isEqualTo("mine");
    }

    @Test
    void aLargeStreamThatFailsLeavesNothing() throws Exception {
        FSDataOutputStream out = fs.create(path(fs, "file"), WriteMode.NO_OVERWRITE);
        out.write(random(5, 17 * SOME));
        write(fs, "file", "another");
        assertThatThrownBy(out::close).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(out::sync).isInstanceOf(IOException.class);
        out.close();
        assertThat(read(fs, "file")).isEqualTo("another");
        assertThat(names(fs, "")).containsExactly("file");
    }

    @Test
    void aFileThatIsReplacedWhileItIsReadIsAnError() throws Exception {
        write(fs, "file", random(7, 300_000));
        try (FSDataInputStream in = fs.open(path(fs, "file"))) {
            in.readNBytes(10);
            write(fs, "file", random(8, 300_000));
            in.seek(200_000);
            assertThatThrownBy(() -> in.readNBytes(10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("replaced");
        }
    }
}
