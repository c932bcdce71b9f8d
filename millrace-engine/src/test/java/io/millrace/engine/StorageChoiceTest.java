// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.fs.Path;
import io.millrace.engine.job.CheckpointSettings.Storage;
import io.millrace.engine.job.CheckpointSettings.StorageKind;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.CheckpointStorageFactory;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.StateBackendFactory;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.spi.Pipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("M15: state backends and storages by all their names")
@SuppressWarnings("deprecation") // The backends of the 1.x years are to be understood.
class StorageChoiceTest {

    private static final String BACKEND = "state.backend.type";
    private static final String STORAGE = "execution.checkpointing.storage";
    private static final String DIRECTORY = "execution.checkpointing.dir";

    private final List<Notice> notices = new ArrayList<>();

    private Storage choose(StateBackend backend, CheckpointStorage storage, String... settings) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < settings.length; i += 2) {
            configuration.setString(settings[i], settings[i + 1]);
        }
        return StorageChoice.conclude(
                        new Pipeline(
                                "job",
                                null,
                                List.of(),
                                configuration,
                                new ExecutionConfig(),
                                backend,
                                storage,
                                getClass().getClassLoader()),
                        notices)
                .checkpoints();
    }

    private Storage configured(String... settings) {
        return choose(null, null, settings);
    }

    private static Storage memory(int most) {
        return new Storage(StorageKind.MEMORY, null, true, 0, 0, most);
    }

    private static Storage files(String directory) {
        return new Storage(StorageKind.FILES, new Path(directory), true, 20 * 1024, 20 * 1024, 0);
    }

    private static final Storage DEFAULT_MEMORY = memory(5 * 1024 * 1024);

    @DisplayName("SB-1: the heap backend, by its name, its class and its factory")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hashmap",
                " HashMap ",
                "io.millrace.runtime.state.hashmap.HashMapStateBackend",
                "io.millrace.runtime.state.hashmap.HashMapStateBackendFactory",
                "org.apache.flink.runtime.state.hashmap.HashMapStateBackend",
                "org.apache.flink.runtime.state.hashmap.HashMapStateBackendFactory"
            })
    void theHeapBackend(String name) {
        assertThat(configured(BACKEND, name)).isEqualTo(DEFAULT_MEMORY);
        assertThat(configured(BACKEND, name, DIRECTORY, "file:///ck"))
                .isEqualTo(files("file:///ck"));
        assertThat(notices).isEmpty();
    }

    @DisplayName("SB-1: the memory backend of old, by all its names, with a warning")
    @ParameterizedTest
    @CsvSource({
        "state.backend, jobmanager",
        "state.backend.type, JobManager",
        "state.backend, io.millrace.runtime.state.memory.MemoryStateBackend",
        "state.backend, io.millrace.runtime.state.memory.MemoryStateBackendFactory",
        "state.backend, org.apache.flink.runtime.state.memory.MemoryStateBackend",
        "state.backend.type, org.apache.flink.runtime.state.memory.MemoryStateBackendFactory"
    })
    void theMemoryBackendOfOld(String key, String name) {
        assertThat(configured(key, name)).isEqualTo(DEFAULT_MEMORY);
        assertThat(notices)
                .singleElement()
                .matches(notice -> notice.level() == Notice.Level.WARN)
                .asString()
                .contains(name, "old name", "hashmap", "storage = jobmanager");
    }

    @DisplayName("SB-1: the file backend of old, by all its names, with a warning")
    @ParameterizedTest
    @CsvSource({
        "state.backend, filesystem",
        "state.backend.type, FileSystem",
        "state.backend, io.millrace.runtime.state.filesystem.FsStateBackend",
        "state.backend, io.millrace.runtime.state.filesystem.FsStateBackendFactory",
        "state.backend, org.apache.flink.runtime.state.filesystem.FsStateBackend",
        "state.backend.type, org.apache.flink.runtime.state.filesystem.FsStateBackendFactory"
    })
    void theFileBackendOfOld(String key, String name) {
        assertThat(configured(key, name, "state.checkpoints.dir", "file:///ck"))
                .isEqualTo(files("file:///ck"));
        assertThat(notices)
                .singleElement()
                .asString()
                .contains(name, "old name", "hashmap", "storage = filesystem");
        assertThatThrownBy(() -> configured(key, name))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining(DIRECTORY);
    }

    @DisplayName("SB-1: RocksDB, by all its names, tells which module is missing")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "rocksdb",
                "RocksDB",
                "io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackendFactory",
                "org.apache.flink.contrib.streaming.state.RocksDBStateBackend",
                "org.apache.flink.contrib.streaming.state.RocksDBStateBackendFactory",
                "org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend",
                "org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackendFactory",
                "org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackendFactory"
            })
    void rocksDbIsAModuleOfItsOwn(String name) {
        assertThatThrownBy(() -> configured(BACKEND, name))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContainingAll(
                        BACKEND, name, "io.millrace:millrace-rocksdb", "opt/rocksdb", "hashmap");
    }

    @DisplayName("SB-2: storages, by their names and classes")
    @ParameterizedTest
    @CsvSource({
        "jobmanager, filesystem",
        "JobManager, FileSystem",
        "io.millrace.runtime.state.storage.JobManagerCheckpointStorage,"
                + " io.millrace.runtime.state.storage.FileSystemCheckpointStorage",
        "org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage,"
                + " org.apache.flink.runtime.state.storage.FileSystemCheckpointStorage"
    })
    void storagesByName(String memory, String files) {
        assertThat(configured("state.checkpoint-storage", memory)).isEqualTo(DEFAULT_MEMORY);
        assertThat(configured(STORAGE, files, DIRECTORY, "file:///ck"))
                .isEqualTo(files("file:///ck"));
        assertThatThrownBy(() -> configured(STORAGE, files))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContaining(DIRECTORY);
    }

    @DisplayName("SB-10: in memory, a directory holds the manifests only")
    @Test
    void memoryWithADirectory() {
        assertThat(configured(STORAGE, "jobmanager", DIRECTORY, "file:///ck"))
                .isEqualTo(
                        new Storage(
                                StorageKind.MANIFESTS,
                                new Path("file:///ck"),
                                true,
                                0,
                                0,
                                5 * 1024 * 1024));
    }

    @DisplayName(
            "SB-1, SB-2: a class nobody knows is an error of the configuration, before a task runs")
    @ParameterizedTest
    @CsvSource({
        "state.backend.type, tape, hashmap, no such class",
        "state.backend.type, com.example.Mine, hashmap, no such class",
        "state.backend.type, java.lang.String, hashmap, that class is none",
        "execution.checkpointing.storage, com.example.Mine, filesystem, no such class",
        "execution.checkpointing.storage, java.lang.String, filesystem, that class is none"
    })
    void aClassNobodyKnows(String key, String name, String known, String why) {
        assertThatThrownBy(() -> configured(key, name))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContainingAll(key, "'" + name + "'", known, why);
    }

    /** As a user may have written it. */
    public static final class FilesByTheLetter implements StateBackendFactory<FsStateBackend> {
        @Override
        public FsStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader) {
            return new FsStateBackend("file:///letter");
        }
    }

    /** Not ready. */
    public static final class Unready implements StateBackendFactory<HashMapStateBackend> {
        @Override
        public HashMapStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader)
                throws IOException {
            throw new IOException("the shelf is full");
        }
    }

    /** As a user may have written it. */
    public static final class SmallMemory
            implements CheckpointStorageFactory<JobManagerCheckpointStorage> {
        @Override
        public JobManagerCheckpointStorage createFromConfig(
                ReadableConfig config, ClassLoader classLoader) {
            return new JobManagerCheckpointStorage(1000);
        }
    }

    /** Can't be made from outside. */
    public static final class Closed
            implements CheckpointStorageFactory<JobManagerCheckpointStorage> {
        private Closed() {}

        @Override
        public JobManagerCheckpointStorage createFromConfig(
                ReadableConfig config, ClassLoader classLoader) {
            return new JobManagerCheckpointStorage();
        }
    }

    @DisplayName("SB-1, SB-2: a factory of the user's chooses among what there is")
    @Test
    void factoriesOfTheUsers() {
        assertThat(configured(BACKEND, FilesByTheLetter.class.getName()))
                .isEqualTo(files("file:///letter"));
        assertThat(configured(STORAGE, SmallMemory.class.getName())).isEqualTo(memory(1000));
        assertThatThrownBy(() -> configured(BACKEND, Unready.class.getName()))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContainingAll(BACKEND, "the shelf is full");
        assertThatThrownBy(() -> configured(STORAGE, Closed.class.getName()))
                .isInstanceOf(IllegalConfigurationException.class)
                .hasMessageContainingAll(STORAGE, "constructor");
    }

    @DisplayName(
            "SB-3: a backend of old in the code, then the storage in the code, then the settings")
    @Test
    void precedence() {
        String[] all = {BACKEND, "filesystem", STORAGE, "jobmanager", DIRECTORY, "file:///set"};
        FileSystemCheckpointStorage code = new FileSystemCheckpointStorage("file:///code");

        assertThat(choose(new FsStateBackend("file:///old"), code, all))
                .isEqualTo(files("file:///old"));
        assertThat(notices)
                .singleElement()
                .asString()
                .contains("storage set in the program has no effect", "FsStateBackend");
        notices.clear();
        assertThat(choose(new HashMapStateBackend(), code, all)).isEqualTo(files("file:///code"));
        assertThat(notices).isEmpty();
        assertThat(choose(null, code, BACKEND, "filesystem")).isEqualTo(files("file:///code"));
        assertThat(choose(null, new JobManagerCheckpointStorage(9), BACKEND, "filesystem"))
                .isEqualTo(memory(9));
        assertThat(configured(all).kind()).isEqualTo(StorageKind.MANIFESTS);
        assertThat(configured(BACKEND, "filesystem", DIRECTORY, "file:///set"))
                .isEqualTo(files("file:///set"));
        assertThat(configured(DIRECTORY, "file:///set")).isEqualTo(files("file:///set"));
        assertThat(configured()).isEqualTo(DEFAULT_MEMORY);
    }

    @DisplayName("SB-3: the backend in the code wins over the one in the settings")
    @Test
    void theBackendInTheCodeWins() {
        assertThat(choose(new HashMapStateBackend(), null, BACKEND, "rocksdb"))
                .isEqualTo(DEFAULT_MEMORY);
        assertThat(choose(new MemoryStateBackend(77), null, BACKEND, "com.example.Mine"))
                .isEqualTo(memory(77));
    }

    @DisplayName("SB-11: the threshold and the buffer, by settings and by constructor")
    @Test
    void thresholdAndBuffer() {
        Storage small =
                configured(
                        DIRECTORY,
                        "file:///ck",
                        "state.backend.fs.memory-threshold",
                        "1024",
                        "state.backend.fs.write-buffer-size",
                        "2048");
        assertThat(small)
                .isEqualTo(
                        new Storage(
                                StorageKind.FILES, new Path("file:///ck"), true, 1024, 2048, 0));
        Storage none =
                configured(DIRECTORY, "file:///ck", "state.storage.fs.memory-threshold", "0");
        assertThat(none.inlineThreshold()).isZero();
        assertThat(none.writeBufferBytes()).isEqualTo(4096);
        Storage tooMuch =
                configured(
                        DIRECTORY,
                        "file:///ck",
                        "execution.checkpointing.data-inline-threshold",
                        "1025 kb");
        assertThat(tooMuch).isEqualTo(files("file:///ck"));
        assertThatThrownBy(
                        () ->
                                new FileSystemCheckpointStorage(
                                        new Path("file:///ck"), 1024 * 1024 + 1, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
