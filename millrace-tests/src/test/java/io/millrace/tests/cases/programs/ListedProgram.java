// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.programs;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of the list: a program, how it is run, and what comes of it.
 *
 * @param expected {@code tests N}; or {@code lines N SHA256}, the sum being that of its sorted
 *     lines; or {@code counts N SHA256}, where lines {@code (word,n)} of one word are added up
 *     before, for programs whose windows end as the clock has it
 * @param arguments of {@code millrace run}
 * @param talk of what it prints, the lines that don't count; null if all count
 */
record ListedProgram(String id, String expected, List<String> arguments, Pattern talk) {

    /** How JUnit's console launcher sums up. */
    private static final Pattern TESTS = Pattern.compile("\\[ *(\\d+) tests (found|successful) *]");

    private static final Pattern COUNT = Pattern.compile("\\((.*),(\\d+)\\)");

    /** How {@code print()} begins a line where there is more than one subtask. */
    private static final Pattern SUBTASK = Pattern.compile("^\\d+> ");

    /**
     * @throws IllegalArgumentException if the line has not the form that docs/HACKING.md tells
     */
    static ListedProgram parse(String line) {
        String[] cells = line.split("\t", -1);
        if (cells.length < 3 || !cells[1].matches("tests \\d+|(lines|counts) \\d+ [0-9a-f]{64}")) {
            throw new IllegalArgumentException(
                    "A line of programs.tsv is: id, 'tests N', 'lines N SHA256' or"
                            + " 'counts N SHA256', arguments of millrace run, and perhaps a pattern of lines that don't count,"
                            + " with tabs between; and not: "
                            + line);
        }
        return new ListedProgram(
                cells[0],
                cells[1],
                List.of(cells[2].trim().split(" +")),
                cells.length > 3 ? Pattern.compile(cells[3]) : null);
    }

    /** What came of it, said as the list says it. */
    String outcome(List<String> printed) {
        return expected.startsWith("tests") ? tests(printed) : lines(printed);
    }

    /** How many there were, if all of them have passed. */
    private static String tests(List<String> printed) {
        String found = null;
        String successful = null;
        for (String line : printed) {
            Matcher sum = TESTS.matcher(line);
            if (sum.find()) {
                if (sum.group(2).equals("found")) {
                    found = sum.group(1);
                } else {
                    successful = sum.group(1);
                }
            }
        }
        return found != null && found.equals(successful)
                ? "tests " + found
                : successful + " of " + found + " tests passed";
    }

    private String lines(List<String> printed) {
        List<String> results =
                printed.stream()
                        .filter(line -> talk == null || !talk.matcher(line).find())
                        .map(line -> SUBTASK.matcher(line).replaceFirst(""))
                        .toList();
        byte[][] lines =
                (expected.startsWith("counts") ? addedUp(results) : results)
                        .stream()
                                .map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8))
                                .sorted(Arrays::compareUnsigned)
                                .toArray(byte[][]::new);
        try {
            MessageDigest sum = MessageDigest.getInstance("SHA-256");
            for (byte[] line : lines) {
                sum.update(line);
            }
            return expected.substring(0, expected.indexOf(' ') + 1)
                    + lines.length
                    + " "
                    + HexFormat.of().formatHex(sum.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    private static List<String> addedUp(List<String> lines) {
        List<String> all = new ArrayList<>();
        Map<String, Long> counts = new TreeMap<>();
        for (String line : lines) {
            Matcher count = COUNT.matcher(line);
            if (count.matches()) {
                counts.merge(count.group(1), Long.valueOf(count.group(2)), Long::sum);
            } else {
                all.add(line);
            }
        }
        counts.forEach((word, count) -> all.add("(" + word + "," + count + ")"));
        return all;
    }
}
