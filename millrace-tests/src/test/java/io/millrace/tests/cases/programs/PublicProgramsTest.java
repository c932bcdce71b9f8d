// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of others, compiled against Flink, are run by the distribution as they are, and what
 * comes of them is what the list says that comes of them on Flink.
 *
 * <p>They are not ours to keep: {@code -Dmillrace.conformance=DIR} names the folder of their jars
 * and of {@code programs.tsv}, whose form docs/HACKING.md tells.
 */
class PublicProgramsTest {

    private static final String FOLDER = "millrace.conformance";

    /** So that one that hangs does not keep the others; the slowest takes some ten minutes. */
    private static final long MINUTES = 60;

    @TempDir Path output;

    @DisplayName("Programs that were compiled against Flink run without being compiled again")
    @TestFactory
    Stream<DynamicTest> programs() throws IOException {
        String property = System.getProperty(FOLDER, "");
        if (property.isBlank()) {
            String line = "-D" + FOLDER + " names no folder of programs compiled against Flink";
            System.out.println("SKIPPED: " + line + ".");
            abort(line);
        }
        Path folder = Path.of(property).toAbsolutePath();
        List<ListedProgram> programs =
                Files.readAllLines(folder.resolve("programs.tsv")).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(ListedProgram::parse)
                        .toList();
        assertThat(programs).isNotEmpty();
        return programs.stream()
                .map(program -> DynamicTest.dynamicTest(program.id(), () -> run(program, folder)));
    }

    private void run(ListedProgram program, Path folder) throws Exception {
        Path home = distribution();
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/millrace").toString(), "run"));
        for (String argument : program.arguments()) {
            command.add(
                    argument.replace("${dir}", folder.toString())
                            .replace("${opt}", home.resolve("opt").toString()));
        }
        Path out = output.resolve(program.id() + ".out");
        Path err = output.resolve(program.id() + ".err");
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
        try {
            assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).as("it ended").isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> printed = Files.readAllLines(out);
        assertThat(program.outcome(printed))
                .as(
                        "what came of %s, which ended with %d and printed%n%s%nand said%n%s",
                        String.join(" ", command),
                        process.exitValue(),
                        String.join("\n", printed),
                        Files.readString(err))
                .isEqualTo(program.expected());
        assertThat(process.exitValue()).isZero();
    }

    private static Path distribution() {
        for (Path directory = Path.of("").toAbsolutePath();
                directory != null;
                directory = directory.getParent()) {
            Path home = directory.resolve("millrace-dist/target/millrace");
            if (Files.isExecutable(home.resolve("bin/millrace"))) {
                return home;
            }
        }
        throw new IllegalStateException(
                "There is no distribution in millrace-dist/target; build it with: mvn -Dfast"
                        + " -DskipTests -pl millrace-dist -am package");
    }
}
