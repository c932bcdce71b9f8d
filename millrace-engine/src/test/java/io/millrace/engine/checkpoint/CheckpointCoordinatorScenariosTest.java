// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The coordinator's stories, each a text file. With {@code -Dmillrace.scenarios.rewrite=true} the
 * decisions in the files are written anew; then read the difference before it is committed.
 */
class CheckpointCoordinatorScenariosTest {

    private static final Path STORIES =
            Path.of("src/test/resources/io/millrace/engine/checkpoint/stories");

    static List<String> stories() throws IOException {
        try (Stream<Path> files = Files.list(STORIES)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("stories")
    void goesAsWritten(String story) throws IOException {
        Path file = STORIES.resolve(story);
        String played = CoordinatorScenario.play(Files.readAllLines(file));
        if (Boolean.getBoolean("millrace.scenarios.rewrite")) {
            Files.writeString(file, played);
        }
        assertThat(played).isEqualTo(Files.readString(file));
    }
}
