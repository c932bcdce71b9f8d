// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each example's main, as who has just unpacked the distribution runs it: without arguments, and it
 * shows something and ends.
 */
@Timeout(120)
class MainTest {

    /** It counts on and on, and has a test of its own. */
    private static final String ENDLESS = "Ticker";

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    static List<String> examples() throws IOException {
        try (Stream<Path> sources = Files.list(Path.of("src/main/java/io/millrace/example"))) {
            return sources.map(source -> source.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.replace(".java", ""))
                    .filter(name -> !name.equals("package-info") && !name.equals(ENDLESS))
                    .sorted()
                    .toList();
        }
    }

    @AfterEach
    void giveBack() {
        System.setOut(before);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void showsSomethingAndEnds(String name) throws Exception {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        String[] arguments = name.equals("Metronome") ? new String[] {"200", "20"} : new String[0];

        Class.forName("io.millrace.example." + name)
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);

        assertThat(out.toString(StandardCharsets.UTF_8)).isNotBlank();
    }

    @Test
    void eachHasAJarOfItsOwnAndALineInTheIndex() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String index = Files.readString(Path.of("README.md"));

        for (String name : examples()) {
            assertThat(pom).contains("<example main=\"" + name + "\">");
            assertThat(index)
                    .contains(
                            "[" + name + "](src/main/java/io/millrace/example/" + name + ".java)");
        }
        assertThat(examples()).hasSizeGreaterThan(24);
    }
}
