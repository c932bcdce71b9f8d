// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cluster.jobs.OldStyle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program full of what Flink 2 has removed, exported, in a JVM that has nothing but a Flink on
 * its class path: Flink's own mini cluster runs it, and what it writes is what Millrace writes.
 */
final class ExportedProgramTest {

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"1.20", "2.3"})
    void writesWhatItWritesHere(String version) throws Exception {
        Path in =
                Files.write(
                        directory.resolve("in"),
                        IntStream.range(0, 200)
                                .mapToObj(i -> "sensor" + i % 7 + " " + i * 50 + " " + i)
                                .toList());
        Path jar = JobJars.of(directory, OldStyle.class);
        Path here = directory.resolve("here");
        JobJars.run(jar, directory.resolve("own"), arguments(in, here));

        Path exported = JobJars.export(jar, directory, version);
        Path there = directory.resolve("there");
        LocalFlink.run(directory, version, exported, OldStyle.class, arguments(in, there));

        for (String part : List.of("numbered", "windows", "dealt", "joined")) {
            assertThat(JobJars.lines(there.resolve(part)))
                    .as(part)
                    .isNotEmpty()
                    .isEqualTo(JobJars.lines(here.resolve(part)));
        }
    }

    private static String[] arguments(Path in, Path out) {
        return new String[] {"--in", "" + in.toUri(), "--out", "" + out.toUri()};
    }
}
