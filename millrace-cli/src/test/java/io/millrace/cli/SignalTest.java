// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import program.EndlessCount;
import program.Programs;
import program.Waiting;

/** What a signal does, in a JVM of its own. */
@Timeout(90)
class SignalTest {

    @TempDir Path folder;

    private Process process;

    @AfterEach
    void leaveNothingRunning() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    @Test
    void termSuspendsTheJobKeepsItsCheckpointsAndSaysHowToGoOn() throws Exception {
        Path checkpoints = folder.resolve("checkpoints");
        String setting = "execution.checkpointing.dir=" + checkpoints.toUri();
        String jar =
                Jars.of(
                                folder.resolve("count.jar"),
                                EndlessCount.class,
                                EndlessCount.class.getName())
                        .toString();

        start("run", "-D", setting, jar);
        long reached = readUntilCheckpointed(checkpoints);
        process.toHandle().destroy();
        String said = awaitEnd();

        assertThat(process.exitValue()).isEqualTo(143);
        List<String> lines = said.lines().toList();
        assertThat(lines.get(lines.size() - 2))
                .startsWith("millrace: job 'endless count'")
                .contains("was suspended; kept: ")
                .contains("chk-");
        assertThat(lines.get(lines.size() - 1))
                .isEqualTo(
                        "millrace: resume with: millrace run -s latest -D " + setting + " " + jar);
        assertThat(manifests(checkpoints)).isNotEmpty();

        start("run", "-s", "latest", "-D", setting, jar);
        long first = Long.parseLong(process.inputReader().readLine());
        process.toHandle().destroy();
        assertThat(awaitEnd().lines().filter(line -> line.contains("begins from")))
                .singleElement()
                .asString()
                .startsWith("millrace: job 'endless count' begins from ")
                .contains("chk-");

        assertThat(first).isGreaterThan(1).isLessThanOrEqualTo(reached + 100_000);
        assertThat(process.exitValue()).isEqualTo(143);

        // Who forgets to say from where is told, once.
        start("run", "-D", setting, jar);
        assertThat(process.inputReader().readLine()).isEqualTo("1");
        process.toHandle().destroy();
        assertThat(awaitEnd().lines().filter(line -> line.contains("begins empty")))
                .singleElement()
                .asString()
                .startsWith("millrace: job 'endless count' begins empty")
                .contains("chk-")
                .endsWith("this goes on from it: millrace run -s latest -D " + setting + " " + jar);
    }

    @Test
    void termBeforeAJobWasStartedIsNotSilent() throws Exception {
        start("run", Jars.of(folder.resolve("idle.jar"), Waiting.class).toString());
        process.inputReader().readLine();
        process.toHandle().destroy();
        String said = awaitEnd();

        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(said)
                .contains("millrace: ended by a signal before the program had started a job");
    }

    @Test
    void termBeforeAnythingWasKeptSaysSo() throws Exception {
        String jar =
                Jars.of(
                                folder.resolve("count.jar"),
                                EndlessCount.class,
                                EndlessCount.class.getName())
                        .toString();

        start("run", jar);
        process.inputReader().readLine();
        process.toHandle().destroy();
        String said = awaitEnd();

        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(said)
                .contains("was suspended; nothing was kept", "execution.checkpointing.dir")
                .doesNotContain("resume with");
    }

    @Test
    void exitInAFunctionEndsTheProcessAtOnce() throws Exception {
        start("run", Jars.of(folder.resolve("exit.jar"), Programs.Exiting.class).toString());
        String said = awaitEnd();

        assertThat(process.exitValue()).isEqualTo(7);
        assertThat(said)
                .contains("System.exit")
                .contains("nothing was kept")
                .doesNotContain("resume with");
    }

    @Test
    void termWhileACallDoesNotReturnSaysWhichOne() throws Exception {
        start("run", Jars.of(folder.resolve("hang.jar"), Programs.Hanging.class).toString());
        process.inputReader().readLine();
        process.toHandle().destroy();
        String said = awaitEnd();

        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(said)
                .contains("job 'hanging'", "did not stop within")
                .contains("is in the program:", "at program.Programs$Hanging.hang(Programs.java:")
                .contains("nothing was kept")
                .doesNotContain("goes on after", "resume with");
    }

    private void start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.addAll(
                List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectError(folder.resolve("err").toFile());
        builder.environment().remove("MILLRACE_CONF_DIR");
        builder.environment().remove("MILLRACE_COMMAND");
        process = builder.start();
    }

    /**
     * Reads what the program prints until some checkpoint of it lies there; the last number read.
     */
    private long readUntilCheckpointed(Path checkpoints) throws IOException {
        BufferedReader reader = process.inputReader();
        long last = 0;
        while (manifests(checkpoints).isEmpty()) {
            String line = reader.readLine();
            assertThat(line)
                    .as("the program ended: %s", Files.readString(folder.resolve("err")))
                    .isNotNull();
            last = Long.parseLong(line);
        }
        return last;
    }

    private static List<Path> manifests(Path checkpoints) throws IOException {
        if (!Files.isDirectory(checkpoints)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(checkpoints)) {
            return files.filter(f -> f.endsWith("_metadata")).toList();
        } catch (UncheckedIOException e) {
            // A checkpoint was removed while we looked.
            return List.of();
        }
    }

    /** What was said on standard error. */
    private String awaitEnd() throws Exception {
        BufferedReader rest = process.inputReader();
        while (rest.readLine() != null) {
            continue;
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(folder.resolve("err"));
    }
}
