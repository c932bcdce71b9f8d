// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of the output are those of the input that hold the word. */
class FileToFileTest {

    @TempDir Path folder;

    @Test
    void theOutputHasEachLineWithTheWordOnce() throws Exception {
        Path from = Files.createDirectory(folder.resolve("from"));
        List<String> lines = IntStream.range(0, 5000).mapToObj(n -> "line " + n).toList();
        Files.write(from.resolve("one.txt"), lines.subList(0, 2000));
        Files.write(from.resolve("other.txt"), lines.subList(2000, 5000));
        Path to = folder.resolve("to");

        FileToFile.main(new String[] {from.toUri().toString(), to.toUri().toString(), "7"});

        List<String> written = new ArrayList<>();
        try (Stream<Path> files = Files.list(to)) {
            for (Path file : files.toList()) {
                assertThat(file.getFileName().toString()).doesNotStartWith(".");
                written.addAll(Files.readAllLines(file));
            }
        }
        assertThat(written)
                .containsExactlyInAnyOrderElementsOf(
                        lines.stream().filter(line -> line.contains("7")).toList());
    }
}
