// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.flink.util.concurrent.ExecutorThreadFactory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FlinkInternalsTest {

    @Test
    void theListHasAllThatIsHere() throws IOException, URISyntaxException {
        Path root =
                Path.of(
                                FlinkInternals.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI())
                        .resolve("io/millrace/flink");
        List<String> classes;
        try (Stream<Path> tree = Files.walk(root)) {
            classes =
                    tree.filter(Files::isRegularFile)
                            .map(file -> root.relativize(file).toString().replace(".class", ""))
                            .filter(name -> name.contains("/") && !name.endsWith("package-info"))
                            .toList();
        }

        assertThat(FlinkInternals.names()).containsExactlyInAnyOrderElementsOf(classes);
    }

    @Test
    void threadsAreDaemonsAndCalledAfterTheirPool() throws InterruptedException {
        List<Throwable> told = new ArrayList<>();
        ExecutorThreadFactory factory =
                new ExecutorThreadFactory("writers", (thread, failure) -> told.add(failure));
        Thread first = factory.newThread(() -> {});
        Thread second =
                factory.newThread(
                        () -> {
                            throw new IllegalStateException("on purpose");
                        });
        second.start();
        second.join();

        assertThat(first.getName()).isEqualTo("writers-thread-1");
        assertThat(first.isDaemon()).isTrue();
        assertThat(second.getName()).isEqualTo("writers-thread-2");
        assertThat(told).hasSize(1);
    }
}
