// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import io.millrace.spi.SymbolicLinks;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFileSystemTest {

    @TempDir java.nio.file.Path dir;

    private final LocalFileSystem fileSystem = LocalFileSystem.getSharedInstance();

    @Test
    void isFoundForFilesAndPlainPathsAndSyncsDirectories() throws Exception {
        assertThat(FileSystem.get(URI.create("file:///tmp"))).isSameAs(fileSystem);
        assertThat(new Path("/tmp").getFileSystem()).isSameAs(fileSystem);
        assertThat(fileSystem).isInstanceOf(DurableFileSystem.class);
        ((DurableFileSystem) fileSystem).syncDirectory(path("."));
    }

    @Test
    void aDirectoryReachedThroughLinksHasOneRealPath() throws Exception {
        java.nio.file.Path real = Files.createDirectories(dir.resolve("a 100% #1/b")).toRealPath();
        Files.createSymbolicLink(real.resolve("back"), real.getParent());
        SymbolicLinks links = (SymbolicLinks) fileSystem;

        assertThat(links.realPath(new Path(real.resolve("back/b/back").toString())))
                .isEqualTo(Path.fromLocalFile(real.getParent().toFile()));
        assertThat(links.realPath(new Path(real.toString())))
                .isEqualTo(Path.fromLocalFile(real.toFile()));
        assertThatThrownBy(() -> links.realPath(path("missing")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("missing");
    }

    @Test
    void o13AFullDiskIsNamedWithTheFileAndWhatToDo() throws Exception {
        java.nio.file.Path full = java.nio.file.Path.of("/dev/full");
        assumeThat(full).exists();
        java.nio.file.Path file = Files.createSymbolicLink(dir.resolve("state"), full);
        try (FSDataOutputStream out =
                fileSystem.create(new Path(file.toString()), WriteMode.OVERWRITE)) {
            assertThatThrownBy(() -> out.write(new byte[10]))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(
                            file + " could not be written: No space left on device.",
                            dir.toString(),
                            "is full: free some of it");
        }
    }

    @Test
    void o11AnyNameIsTakenAsItIs() throws Exception {
        java.nio.file.Path odd = Files.createDirectory(dir.resolve("a b ü #1 100% %41 ?x"));
        for (Path given :
                new Path[] {
                    new Path(odd.toString()),
                    new Path(odd.toUri()),
                    new Path(odd.toUri().toString())
                }) {
            Path file = new Path(given, "file #2 %42");
            write(file, "text");
            assertThat(odd.resolve("file #2 %42")).hasContent("text");
            FileStatus[] listed = fileSystem.listStatus(given);
            assertThat(listed).hasSize(1);
            assertThat(read(listed[0].getPath())).isEqualTo("text");
            assertThat(fileSystem.delete(file, false)).isTrue();
        }
        assertThat(dir).isDirectoryNotContaining(path -> !path.equals(odd));
    }

    @Test
    void creatingDoesNotOverwriteUnlessAsked() throws Exception {
        Path file = path("sub/file");
        write(file, "one");
        assertThatThrownBy(() -> fileSystem.create(file, WriteMode.NO_OVERWRITE))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(file.getPath());
        try (FSDataOutputStream out = fileSystem.create(file, WriteMode.OVERWRITE)) {
            out.write("2".getBytes(StandardCharsets.UTF_8));
            assertThat(out.getPos()).isEqualTo(1);
            out.sync();
        }
        assertThat(read(file)).isEqualTo("2");
    }

    @Test
    void aClosedStreamSaysSo() throws Exception {
        FSDataOutputStream out = fileSystem.create(path("file"), WriteMode.OVERWRITE);
        out.close();
        out.close();
        assertThatThrownBy(() -> out.write(1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(out::sync)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void readsFromAnyPosition() throws Exception {
        write(path("file"), "0123456789");
        try (FSDataInputStream in = fileSystem.open(path("file"))) {
            in.seek(7);
            assertThat(in.read()).isEqualTo('7');
            assertThat(in.getPos()).isEqualTo(8);
            in.seek(2);
            assertThat(in.readNBytes(3)).isEqualTo("234".getBytes(StandardCharsets.UTF_8));
            assertThat(in.skip(100)).isEqualTo(5);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> fileSystem.getFileStatus(path("nothing")))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("nothing");
        assertThatThrownBy(() -> fileSystem.listStatus(path("nothing")))
                .isInstanceOf(FileNotFoundException.class);
        assertThatThrownBy(() -> fileSystem.open(path("nothing")))
                .isInstanceOf(FileNotFoundException.class);
    }

    @Test
    void makingADirectoryTwiceIsFineAndAFileInTheWayIsNamed() throws Exception {
        assertThat(fileSystem.mkdirs(path("a/b/c"))).isTrue();
        assertThat(fileSystem.mkdirs(path("a/b/c"))).isTrue();
        write(path("file"), "x");
        assertThatThrownBy(() -> fileSystem.mkdirs(path("file/below")))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(path("file").getPath());
    }

    @Test
    void renamingReplacesAFileAndTellsWhenItCannot() throws Exception {
        write(path("one"), "1");
        write(path("two"), "2");
        assertThat(fileSystem.rename(path("one"), path("two"))).isTrue();
        assertThat(read(path("two"))).isEqualTo("1");
        assertThat(fileSystem.rename(path("one"), path("three"))).isFalse();
        write(path("full/file"), "x");
        fileSystem.mkdirs(path("empty"));
        assertThat(fileSystem.rename(path("empty"), path("full"))).isFalse();
    }

    @Test
    void deletingStopsAtSymbolicLinks() throws Exception {
        write(path("outside/file"), "x");
        fileSystem.mkdirs(path("tree/sub"));
        Files.createSymbolicLink(dir.resolve("tree/sub/link"), dir.resolve("outside"));
        assertThatThrownBy(() -> fileSystem.delete(path("tree"), false))
                .hasMessageContaining("not empty");
        assertThat(fileSystem.delete(path("tree"), true)).isTrue();
        assertThat(fileSystem.delete(path("tree"), true)).isFalse();
        assertThat(read(path("outside/file"))).isEqualTo("x");
    }

    @Test
    void listsInTheOrderOfNames() throws Exception {
        for (String name : new String[] {"c", "a", "b"}) {
            write(path("list/" + name), name);
        }
        assertThat(fileSystem.listStatus(path("list")))
                .extracting(status -> status.getPath().getName())
                .containsExactly("a", "b", "c");
        assertThat(fileSystem.listStatus(path("list/a"))).hasSize(1);
        assertThat(fileSystem.getFileStatus(path("list")).isDir()).isTrue();
        assertThat(fileSystem.getFileStatus(path("list/a")).getLen()).isEqualTo(1);
    }

    @Test
    void twoThreadsMayMakeTheSameDirectoryAtOnce() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        for (int round = 0; round < 300; round++) {
            Path same = path("round-" + round + "/a/b");
            CompletableFuture<Boolean> other =
                    CompletableFuture.supplyAsync(() -> makeTogether(together, same));

            assertThat(makeTogether(together, same)).isTrue();
            assertThat(other.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private boolean makeTogether(CyclicBarrier together, Path directory) {
        try {
            together.await(10, TimeUnit.SECONDS);
            return fileSystem.mkdirs(directory);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Path path(String name) {
        return new Path(dir.toString(), name);
    }

    private void write(Path file, String text) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(file, WriteMode.NO_OVERWRITE)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private String read(Path file) throws IOException {
        try (FSDataInputStream in = fileSystem.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
