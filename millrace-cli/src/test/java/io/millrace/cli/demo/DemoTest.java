// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.cli.UsageException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole demo, with real processes and real kills. */
@Timeout(300)
class DemoTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aTinyInputKilledOnceIsCountedExactlyOnce() throws Exception {
        Path input = Files.writeString(folder.resolve("tiny"), "to be or not to be\nthat is\n");

        boolean pass = demo(List.of(input), 1, 2, 7);

        assertThat(out()).endsWith(lastLine()).containsPattern("PASS words=8 distinct=6 kills=1 ");
        assertThat(pass).isTrue();
        List<String> progress = out().lines().filter(line -> line.startsWith("  records")).toList();
        for (int i = 1; i < progress.size(); i++) {
            assertThat(progress.get(i)).isNotEqualTo(progress.get(i - 1));
        }
    }

    @Test
    void anInputWithoutWordsProvesNothingAndIsRefused() throws Exception {
        Path input = Files.writeString(folder.resolve("empty"), "\n ... \n");

        assertThatThrownBy(() -> demo(List.of(input), 1, 1, 7))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(input.toString());
        assertThat(out()).doesNotContain("PASS");
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void proof4TenSeedsInARowOnTheAccessLog(int parallelism) throws Exception {
        String data = System.getProperty("millrace.data", "");
        assumeThat(data).as("-Dmillrace.data").isNotEmpty();
        Path log = Path.of(data, "access.log");
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(demo(List.of(log), 5, parallelism, seed)).as(this::out).isTrue();
        }
    }

    private boolean demo(List<Path> inputs, int kills, int parallelism, long seed)
            throws IOException, InterruptedException {
        out.reset();
        return new Demo(
                        new Demo.Request(inputs, kills, parallelism, seed),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        false)
                .run();
    }

    private String lastLine() {
        String text = out();
        String last = text.lines().reduce("", (a, b) -> b);
        assertThat(last)
                .matches(
                        "exactly-once: PASS words=\\d+ distinct=\\d+ kills=\\d+ checkpoints=\\d+ restores=\\d+"
                                + " seconds=\\d+\\.\\d");
        return last + System.lineSeparator();
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
