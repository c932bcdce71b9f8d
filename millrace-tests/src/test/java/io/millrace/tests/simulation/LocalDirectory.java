// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where simulated processes have their databases. In memory where the machine has such a place:
 * what is in it need not outlive a process, and does not when a real one loses its power, for only
 * checkpoints are state, and those lie on the simulated disk.
 */
final class LocalDirectory implements AutoCloseable {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final String NAME = "millrace-equivalence";

    private final Path path;

    LocalDirectory() throws IOException {
        path =
                Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
                        ? Files.createTempDirectory(MEMORY, NAME)
                        : Files.createTempDirectory(NAME);
    }

    @Override
    public String toString() {
        return path.toString();
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(path)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
