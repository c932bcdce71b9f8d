// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.WholeFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that lie are a stand-in for an NFS client, not one. */
class WholeLocalFilesTest {

    @TempDir java.nio.file.Path dir;

    @Test
    void theLocalFileSystemOffersIt() throws Exception {
        WholeFiles files = (WholeFiles) FileSystem.getLocalFileSystem();
        Path file = Path.fromLocalFile(dir.resolve("a/b/file").toFile());
        assertThat(files.existsNow(file)).isFalse();
        files.createWhole(file, bytes("content"));
        assertThat(files.existsNow(file)).isTrue();
        assertThat(dir.resolve("a/b/file")).hasContent("content");
        assertThat(names(dir.resolve("a/b"))).containsExactly("file");
    }

    @Test
    void aFileThatIsThereIsNeverReplaced() throws Exception {
        WholeLocalFiles files = new WholeLocalFiles();
        files.create(file(), bytes("first"));
        assertThatThrownBy(() -> files.create(file(), bytes("other")))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(file().toString());
        files.create(file(), bytes("first")); // as if the answer had been lost
        assertThat(file()).hasContent("first");
        assertThat(names(dir)).containsExactly("file");
    }

    @Test
    void ofManyWhoTryAtOnceExactlyOneSucceeds() throws Exception {
        WholeLocalFiles files = new WholeLocalFiles();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            for (int round = 0; round < 20; round++) {
                File file = dir.resolve("round-" + round).toFile();
                List<Callable<Boolean>> all = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    byte[] content = bytes("by " + i);
                    all.add(
                            () -> {
                                try {
                                    files.create(file, content);
                                    return true;
                                } catch (FileAlreadyExistsException e) {
                                    return false;
                                }
                            });
                }
                int succeeded = 0;
                for (Future<Boolean> one : threads.invokeAll(all)) {
                    succeeded += one.get() ? 1 : 0;
                }
                assertThat(succeeded).isEqualTo(1);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void aLinkThatWasMadeAndReportedAsRefusedIsOurs() throws Exception {
        for (String reason : List.of("File exists", "Stale file handle", "Input/output error")) {
            WholeLocalFiles files =
                    new WholeLocalFiles(
                            new Lying() {
                                @Override
                                public void link(java.nio.file.Path name, java.nio.file.Path file)
                                        throws IOException {
                                    super.link(name, file);
                                    throw new FileSystemException(name.toString(), null, reason);
                                }
                            });
            File file = dir.resolve(reason.replace('/', ' ')).toFile();
            files.create(file, bytes("content"));
            assertThat(file).hasContent("content");
        }
    }

    @Test
    void aLinkThatFailedIsAnErrorAndLeavesNothing() {
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void link(java.nio.file.Path name, java.nio.file.Path file)
                                    throws IOException {
                                throw new FileSystemException(
                                        name.toString(), null, "Input/output error");
                            }
                        });
        assertThatThrownBy(() -> files.create(file(), bytes("content")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file().toString());
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void whereThereAreNoLinksTheFileIsRenamedIfNothingIsInTheWay() throws Exception {
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void link(java.nio.file.Path name, java.nio.file.Path file)
                                    throws IOException {
                                throw new FileSystemException(
                                        name.toString(), null, "Operation not permitted");
                            }
                        });
        files.create(file(), bytes("content"));
        assertThat(file()).hasContent("content");
        assertThatThrownBy(() -> files.create(file(), bytes("other")))
                .isInstanceOf(FileAlreadyExistsException.class);
        files.create(file(), bytes("content"));
        assertThat(names(dir)).containsExactly("file");
    }

    @Test
    void anAbsenceThatIsRememberedIsNotBelieved() throws Exception {
        Remembering calls = new Remembering();
        WholeLocalFiles files = new WholeLocalFiles(calls);
        assertThat(files.existsNow(file())).isFalse();
        Files.writeString(file().toPath(), "made by another host");
        calls.remembered.add(file().getName());
        assertThat(files.existsNow(file())).isTrue();
        assertThat(names(dir)).containsExactly("file");
    }

    /** Says that a file is missing as long as its directory was not changed from here. */
    private final class Remembering extends Lying {
        final List<String> remembered = new ArrayList<>();

        @Override
        public void look(java.nio.file.Path file) throws IOException {
            if (remembered.remove(file.getFileName().toString())) {
                throw new NoSuchFileException(file.toString());
            }
            super.look(file);
        }
    }

    @Test
    void aStaleHandleIsAskedForOnceMore() throws Exception {
        Files.writeString(file().toPath(), "there");
        boolean[] asked = new boolean[1];
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void look(java.nio.file.Path file) throws IOException {
                                if (!asked[0]) {
                                    asked[0] = true;
                                    throw new FileSystemException(
                                            file.toString(), null, "Stale file handle");
                                }
                                super.look(file);
                            }
                        });
        assertThat(files.existsNow(file())).isTrue();
    }

    @Test
    void whenTheStoreDoesNotAnswerNothingIsSaidOfTheFile() {
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void look(java.nio.file.Path file) throws IOException {
                                throw new FileSystemException(
                                        file.toString(), null, "Connection timed out");
                            }
                        });
        assertThatThrownBy(() -> files.existsNow(file())).hasMessageContaining("timed out");
    }

    @Test
    void aFileThatCanNotBeForcedWhereItLiesIsNotTold() {
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void force(java.nio.file.Path directory) throws IOException {
                                throw new IOException("Input/output error");
                            }
                        });
        assertThatThrownBy(() -> files.create(file(), bytes("content")))
                .hasMessageContaining("Input/output error");
    }

    @Test
    void aTemporaryFileThatCanNotBeRemovedDoesNoHarm() throws Exception {
        WholeLocalFiles files =
                new WholeLocalFiles(
                        new Lying() {
                            @Override
                            public void remove(java.nio.file.Path file) throws IOException {
                                throw new FileSystemException(
                                        file.toString(), null, "Device or resource busy");
                            }
                        });
        files.create(file(), bytes("content"));
        assertThat(file()).hasContent("content");
    }

    /** Tells the truth unless it is told to lie. */
    private static class Lying implements WholeLocalFiles.Calls {
        @Override
        public void link(java.nio.file.Path name, java.nio.file.Path file) throws IOException {
            Files.createLink(name, file);
        }

        @Override
        public void remove(java.nio.file.Path file) throws IOException {
            Files.deleteIfExists(file);
        }

        @Override
        public void look(java.nio.file.Path file) throws IOException {
            Files.newByteChannel(file).close();
        }

        @Override
        public void force(java.nio.file.Path directory) throws IOException {
            LocalDirectories.sync(directory);
        }
    }

    private File file() {
        return dir.resolve("file").toFile();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> names(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }
}
