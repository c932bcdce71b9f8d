// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.SnapshotOrder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong on local disks, and what is said of it. */
class LocalFaultsTest {

    @TempDir Path directory;
    private Ground ground;
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

    private RocksBackends in(Path... directories) throws IOException {
        EmbeddedRocksDBStateBackend choice = new EmbeddedRocksDBStateBackend(true);
        choice.setDbStoragePaths(Stream.of(directories).map(Path::toString).toArray(String[]::new));
        return ground.rocksWhereChosen(choice);
    }

    @DisplayName("a directory that can't be made is named, with the setting that names another")
    @Test
    void anUnusableDirectory() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        assertThatThrownBy(() -> in(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("RocksDB can't keep its files in " + file)
                .hasMessageContaining("state.backend.rocksdb.localdir");
    }

    @DisplayName("of several directories, those that can be used are")
    @Test
    void someUnusableDirectories() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        Path good = directory.resolve("good");
        try (RocksBackends backends = in(file, good)) {
            for (int i = 0; i < 2; i++) {
                try (KeyedStateBackend<String> backend =
                        Ground.backend(backends, StringSerializer.INSTANCE, 0, 1, List.of())) {
                    assertThat(((RocksKeyedStateBackend<String>) backend).database().directory())
                            .startsWith(good);
                }
            }
        }
    }

    @DisplayName("a file of the database that changes under it is told, and never read as state")
    @Test
    void aDamagedDatabase() throws Exception {
        try (KeyedStateBackend<String> backend =
                Ground.backend(
                        ground.own(new EmbeddedRocksDBStateBackend(true)),
                        StringSerializer.INSTANCE,
                        0,
                        1,
                        List.of())) {
            ValueState<Long> count =
                    backend.state(new ValueStateDescriptor<>("count", LongSerializer.INSTANCE));
            for (long i = 0; i < 2000; i++) {
                backend.setCurrentKey("key" + i, ("key" + i).hashCode());
                count.update(i);
            }
            SnapshotOrder order = SnapshotOrder.checkpoint(1, 0);
            backend.freeze(order).release(); // writes the buffers out
            Path database = ((RocksKeyedStateBackend<String>) backend).database().directory();
            try (Stream<Path> all = Files.list(database)) {
                for (Path table : all.filter(f -> f.toString().endsWith(".sst")).toList()) {
                    try (RandomAccessFile file = new RandomAccessFile(table.toFile(), "rw")) {
                        file.write(new byte[(int) file.length() / 2]);
                    }
                }
            }
            backend.setCurrentKey("key0", "key0".hashCode());
            assertThatThrownBy(
                            () -> {
                                for (long i = 0; i < 2000; i++) {
                                    backend.setCurrentKey("key" + i, ("key" + i).hashCode());
                                    assertThat(count.value()).isEqualTo(i);
                                }
                            })
                    .isInstanceOf(RocksFailure.class)
                    .hasMessageContaining("'count' could not be read")
                    .hasMessageContaining("the job goes on from its last checkpoint");
        }
    }

    @DisplayName("where there is no native library for the platform, that is said")
    @Test
    void noNativeLibrary() throws Exception {
        assertThat(loads("none", directory))
                .contains("The native library of RocksDB can't be loaded from " + directory)
                .contains("is this platform one that rocksdbjni has no library for?");
    }

    @DisplayName("where a directory does not do for the native library, the next one is tried")
    @Test
    void theNativeLibraryFromElsewhere() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        assertThat(loads(System.getProperty("os.arch"), file, directory)).contains("loaded");
        assertThat(loads(System.getProperty("os.arch"), file)).contains("loaded");
    }

    private static String loads(String platform, Path... from) throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Dos.arch=" + platform,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Loads.class.getName()));
        Stream.of(from).map(Path::toString).forEach(command::add);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    /** A process that has not loaded it yet. */
    static final class Loads {
        public static void main(String[] args) {
            try {
                NativeLibrary.load(Stream.of(args).map(Path::of).toList());
                System.out.println("loaded");
            } catch (IOException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
