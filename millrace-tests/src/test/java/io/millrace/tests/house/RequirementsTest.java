// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Each row of the requirements, M1 to M18, has a test whose name begins with its id: {@code "M6:
 * ..."} or, with others, {@code "C03, M8: ..."}. Of M3 and M4 the tests are about files on the
 * local disk, of M15 about state on the heap: the other sources, stores and the backend on disk
 * have modules of their own, which come later.
 */
class RequirementsTest {

    private static final int LAST_ROW = 18;

    private static final Pattern NAME =
            Pattern.compile(
                    "@(?:DisplayName\\(|ParameterizedTest\\(\\s*name\\s*=)\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final Pattern IDS =
            Pattern.compile(
                    "([A-Z]{1,2}-?\\d+[a-z]?(?: \\([a-z]+\\))?(?:, [A-Z]{1,2}-?\\d+[a-z]?(?: \\([a-z]+\\))?)*):.*",
                    Pattern.DOTALL);

    @Test
    @DisplayName("Each of the rows M1 to M18 has a test that is named by it")
    void eachRowHasATest() throws IOException {
        Map<String, Collection<String>> tests = testsById();
        List<String> missing =
                IntStream.rangeClosed(1, LAST_ROW)
                        .mapToObj(row -> "M" + row)
                        .filter(id -> !tests.containsKey(id))
                        .toList();
        assertThat(missing).as("rows without a test, among %s", tests.keySet()).isEmpty();
    }

    private static Map<String, Collection<String>> testsById() throws IOException {
        Map<String, Collection<String>> tests = new TreeMap<>();
        for (Path source : testSources()) {
            Matcher name = NAME.matcher(Files.readString(source));
            while (name.find()) {
                Matcher ids = IDS.matcher(name.group(1));
                if (ids.matches()) {
                    for (String id : ids.group(1).split(", ", -1)) {
                        tests.computeIfAbsent(
                                        id.replaceFirst(" \\(.*", ""), none -> new TreeSet<>())
                                .add(source.getFileName() + ": " + name.group(1));
                    }
                }
            }
        }
        return tests;
    }

    private static List<Path> testSources() throws IOException {
        try (Stream<Path> modules = Files.list(ClassFiles.projectRoot())) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(RequirementsTest::sourcesBelow)
                    .collect(Collectors.toList());
        }
    }

    private static Stream<Path> sourcesBelow(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith("Test.java")).toList().stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
