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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern MADE = Pattern.compile("file:(?://)?(/\\S*/file-to-file\\d+)/");

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Every class of this module that has a main, by its path below {@code example}. */
    static List<String> examples() throws IOException {
        Path root = Path.of("src/main/java/io/millrace/example");
        List<String> names = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(root)) {
            for (Path source : sources.sorted().toList()) {
                if (source.toString().endsWith(".java")
                        && Files.readString(source).contains("public static void main(")) {
                    String path = root.relativize(source).toString().replace('\\', '/');
                    names.add(path.substring(0, path.length() - ".java".length()));
                }
            }
        }
        return names;
    }

    static List<String> examplesThatEnd() throws IOException {
        List<String> names = examples();
        assertThat(names).contains(ENDLESS);
        names.remove(ENDLESS);
        return names;
    }

    @AfterEach
    void giveBack() {
        System.setOut(before);
    }

    @ParameterizedTest
    @MethodSource("examplesThatEnd")
    void showsSomethingAndEnds(String name) throws Exception {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        String[] arguments = name.equals("Metronome") ? new String[] {"200", "20"} : new String[0];

        Class.forName("io.millrace.example." + name.replace('/', '.'))
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);

        assertThat(out.toString(StandardCharsets.UTF_8)).isNotBlank();
    }

    /** What an example has made to show something is for who runs it, and named by it. */
    @AfterEach
    void remove() throws IOException {
        Matcher made = MADE.matcher(out.toString(StandardCharsets.UTF_8));
        while (made.find() && Files.exists(Path.of(made.group(1)))) {
            try (Stream<Path> tree = Files.walk(Path.of(made.group(1)))) {
                for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void eachHasAJarOfItsOwnAndALineInTheIndex() throws IOException {
        String pom = Files.readString(Path.of("pom.xml"));
        String index = Files.readString(Path.of("README.md"));

        for (String path : examples()) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            assertThat(pom)
                    .containsAnyOf(
                            "<example main=\"" + path + "\"", "/examples/" + name + ".jar\"");
            assertThat(index)
                    .contains(
                            "[" + name + "](src/main/java/io/millrace/example/" + path + ".java)");
        }
        assertThat(examples()).hasSizeGreaterThan(24);
    }
}
