// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

import io.millrace.api.java.tuple.Tuple;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Compares results with what is expected, line by line. Differences are thrown as {@link
 * AssertionError}. A result path is a file, or a directory whose files are taken together, but for
 * those whose names begin with a dot or an underscore.
 */
public class TestBaseUtils {

    public TestBaseUtils() {}

    public static BufferedReader[] getResultReader(String resultPath) throws IOException {
        List<BufferedReader> readers = new ArrayList<>();
        for (Path file : files(resultPath, new String[0])) {
            readers.add(Files.newBufferedReader(file, StandardCharsets.UTF_8));
        }
        return readers.toArray(new BufferedReader[0]);
    }

    public static void readAllResultLines(List<String> target, String resultPath)
            throws IOException {
        target.addAll(lines(resultPath, new String[0]));
    }

    /** In any order. */
    public static void compareResultsByLinesInMemory(String expectedResultStr, String resultPath)
            throws Exception {
        compareResultsByLinesInMemory(expectedResultStr, resultPath, new String[0]);
    }

    /** In any order, without the files whose names begin like one of these. */
    public static void compareResultsByLinesInMemory(
            String expectedResultStr, String resultPath, String[] excludePrefixes)
            throws Exception {
        List<String> actual = lines(resultPath, excludePrefixes);
        List<String> expected = expectedLines(expectedResultStr);
        actual.sort(null);
        expected.sort(null);
        same(expected, actual);
    }

    public static void compareResultsByLinesInMemoryWithStrictOrder(
            String expectedResultStr, String resultPath) throws Exception {
        same(expectedLines(expectedResultStr), lines(resultPath, new String[0]));
    }

    /** Every line matches. */
    public static void checkLinesAgainstRegexp(String resultPath, String regexp) {
        Pattern pattern = Pattern.compile(regexp);
        try {
            for (String line : lines(resultPath, new String[0])) {
                if (!pattern.matcher(line).find()) {
                    throw new AssertionError("The line does not match " + regexp + ": " + line);
                }
            }
        } catch (IOException e) {
            throw new AssertionError("The result could not be read: " + e.getMessage(), e);
        }
    }

    /** The same keys in order, and values that differ by no more than so much. */
    public static void compareKeyValuePairsWithDelta(
            String expectedLines, String resultPath, String delimiter, double maxDelta)
            throws Exception {
        List<String> actual = lines(resultPath, new String[0]);
        List<String> expected = expectedLines(expectedLines);
        actual.sort(null);
        expected.sort(null);
        if (expected.size() != actual.size()) {
            same(expected, actual);
        }
        for (int i = 0; i < actual.size(); i++) {
            String[] wanted = expected.get(i).split(Pattern.quote(delimiter), -1);
            String[] found = actual.get(i).split(Pattern.quote(delimiter), -1);
            if (!wanted[0].equals(found[0])
                    || Math.abs(Double.parseDouble(wanted[1]) - Double.parseDouble(found[1]))
                            > maxDelta) {
                same(expected, actual);
            }
        }
    }

    /** The same elements, whatever their order. */
    public static <X> void compareResultCollections(
            List<X> expected, List<X> actual, Comparator<X> comparator) {
        List<X> wanted = new ArrayList<>(expected);
        List<X> found = new ArrayList<>(actual);
        wanted.sort(comparator);
        found.sort(comparator);
        same(wanted, found);
    }

    public static File asFile(String path) {
        return path.startsWith("file:") ? new File(URI.create(path)) : new File(path);
    }

    /** The fields of each tuple, with commas; in any order. */
    public static <T> void compareResultAsTuples(List<T> result, String expected) {
        compare(result, expected, TestBaseUtils::fields, true);
    }

    /** In any order. */
    public static <T> void compareResultAsText(List<T> result, String expected) {
        compare(result, expected, String::valueOf, true);
    }

    public static <T> void compareOrderedResultAsText(List<T> result, String expected) {
        compare(result, expected, String::valueOf, false);
    }

    /** Every result is one of the expected lines. */
    public static <T> void containsResultAsText(List<T> result, String expected) {
        List<String> allowed = expectedLines(expected);
        for (T element : result) {
            if (!allowed.contains(String.valueOf(element))) {
                throw new AssertionError(element + " is none of " + allowed);
            }
        }
    }

    private static <T> void compare(
            List<T> result, String expected, Function<T, String> text, boolean anyOrder) {
        List<String> wanted = expectedLines(expected);
        List<String> found = new ArrayList<>(result.stream().map(text).toList());
        if (anyOrder) {
            wanted.sort(null);
            found.sort(null);
        }
        same(wanted, found);
    }

    private static String fields(Object element) {
        if (!(element instanceof Tuple tuple)) {
            throw new AssertionError(element + " is no tuple");
        }
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < tuple.getArity(); i++) {
            fields.add(Objects.toString(tuple.getField(i)));
        }
        return String.join(",", fields);
    }

    private static void same(List<?> expected, List<?> actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError(
                    "The results differ.\n  expected: " + expected + "\n  but was:  " + actual);
        }
    }

    private static List<String> expectedLines(String text) {
        return text.isEmpty()
                ? new ArrayList<>()
                : new ArrayList<>(Arrays.asList(text.split("\n")));
    }

    private static List<String> lines(String resultPath, String[] excluded) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files(resultPath, excluded)) {
            lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
        }
        return lines;
    }

    private static List<Path> files(String resultPath, String[] excluded) throws IOException {
        Path path = asFile(resultPath).toPath();
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> isResult(file.getFileName().toString(), excluded))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isResult(String name, String[] excluded) {
        return !name.startsWith(".")
                && !name.startsWith("_")
                && Arrays.stream(excluded).noneMatch(name::startsWith);
    }
}
