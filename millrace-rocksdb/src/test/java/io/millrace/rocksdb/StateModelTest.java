// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same random course of things on both backends, beside a model; see {@link StateModel}. */
class StateModelTest {

    private Path directory;

    @BeforeEach
    void makeDirectory() throws IOException {
        // Memory, where there is a disk of it: each checkpoint waits for the disk.
        Path memory = Path.of("/dev/shm");
        directory =
                Files.isWritable(memory)
                        ? Files.createTempDirectory(memory, "millrace-test")
                        : Files.createTempDirectory("millrace-test");
    }

    @AfterEach
    void removeDirectory() throws IOException {
        WorkingDirectory.remove(directory);
    }

    @DisplayName("S01, S02, S19, S20: all kinds of state, restarts, other parallelism")
    @ParameterizedTest(name = "seed {0} on {1}")
    @CsvSource({"1, HEAP", "2, ROCKSDB", "3, ROCKSDB", "4, ROCKSDB"})
    void staysWithItsOwnSnapshots(long seed, Ground.Kind kind) throws Exception {
        run(seed, kind, false, 350);
    }

    @DisplayName("SB-4, CK-85: a canonical snapshot of one backend goes on with the other")
    @ParameterizedTest(name = "seed {0} from {1}")
    @CsvSource({"5, HEAP", "6, ROCKSDB", "7, HEAP"})
    void changesTheBackend(long seed, Ground.Kind kind) throws Exception {
        run(seed, kind, true, 350);
    }

    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"1000, 1010"})
    void manySeeds(long from, long to) throws Exception {
        for (long seed = from; seed < to; seed++) {
            for (Ground.Kind kind : Ground.Kind.values()) {
                run(seed, kind, seed % 2 == 0, 600);
                WorkingDirectory.remove(directory);
            }
        }
    }

    private void run(long seed, Ground.Kind kind, boolean mayChange, int steps) throws Exception {
        long open = Natives.open();
        try (Ground ground = new Ground(directory)) {
            StateModel.run(ground, seed, kind, mayChange, steps);
            assertThat(Natives.open()).as("native objects that are left open").isEqualTo(open);
        }
        Path working = directory.resolve("local/millrace-rocksdb");
        if (Files.exists(working)) {
            try (var left = Files.list(working)) {
                assertThat(left.map(Path::getFileName).map(Path::toString))
                        .as("what is left of working directories")
                        .containsOnly(".making");
            }
        }
    }
}
