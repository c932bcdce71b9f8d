// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * How soon and how small a job starts is decided by what it loads. The times are for benchmarks;
 * this holds what is known to have cost much, and to come back unnoticed.
 */
@Timeout(120)
class StartUpTest {

    @TempDir Path directory;

    @DisplayName("A small job loads no tuples and no windows, and has no methods of records made")
    @Test
    void loads() throws Exception {
        Path classes = directory.resolve("classes");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xlog:class+load:file=" + classes,
                                "-XX:TieredStopAtLevel=1",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                                "-cp",
                                System.getProperty("java.class.path"),
                                SmallJob.class.getName(),
                                directory.toUri().toString())
                        .redirectErrorStream(true)
                        .start();
        try (var reader = process.inputReader()) {
            assertThat(reader.lines()).contains("sum 22", "sum 15", "sum 18");
        } finally {
            process.destroyForcibly();
        }

        Set<String> loaded;
        try (var lines = Files.lines(classes)) {
            loaded =
                    lines.map(line -> line.replaceFirst("^(\\[[^]]*])+ *", ""))
                            .map(line -> line.replaceFirst(" source:.*", ""))
                            .collect(Collectors.toSet());
        }
        assertThat(loaded)
                .as("there is something to look at")
                .contains("io.millrace.engine.Engine");
        assertThat(loaded)
                .as("equals and hashCode of a record that is a key are to be written out")
                .doesNotContain("java.lang.runtime.ObjectMethods");
        assertThat(loaded)
                .doesNotContain(
                        "io.millrace.api.java.tuple.Tuple25",
                        "io.millrace.streaming.api.windowing.triggers.CountTrigger",
                        "io.millrace.streaming.api.functions.sink.TwoPhaseCommitSinkFunction",
                        "io.millrace.engine.state.heap.HeapWindowPanes",
                        "io.millrace.engine.state.heap.HeapWindowSlices");
    }
}
