// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(400)
class NothingRemainsTest {

    @TempDir Path directory;

    @DisplayName(
            "O07: after 200 jobs in one JVM, finished, failed and cancelled, nothing of them is left")
    @Test
    void o07() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path work = Files.createDirectory(directory.resolve("work"));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:MaxMetaspaceSize=96m",
                                "-XX:TieredStopAtLevel=1",
                                // Softly referenced is not left over; this has it collected at
                                // once.
                                "-XX:SoftRefLRUPolicyMSPerMB=0",
                                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                ManyJobs.class.getName(),
                                "200",
                                work.toString())
                        .redirectErrorStream(true)
                        .start();
        String output;
        try (var reader = process.inputReader()) {
            output = reader.lines().collect(Collectors.joining("\n"));
        } finally {
            process.destroyForcibly();
        }

        assertThat(output)
                .contains("jobs: 200")
                .contains("threads left: []")
                .contains("loaders left: 0")
                .contains("handles left: []")
                .contains("temporary files left: []");
        assertThat(work).as("each job's directory could be removed").isEmptyDirectory();
    }
}
