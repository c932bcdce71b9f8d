// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Holds the committed output against the plain count: of a word that stands n times in the input,
 * each of 1 to n must have been written once.
 *
 * @param committed number of lines in finished files
 * @param files number of finished files
 * @param differences what is wrong, for people; empty when nothing is
 */
record Comparison(long committed, int files, List<String> differences) {

    private static final int MOST_DIFFERENCES = 10;

    boolean isEqual() {
        return differences.isEmpty();
    }

    /**
     * Reads the finished files; names that begin with a dot are unfinished ones.
     *
     * @param counts the plain count; not changed
     */
    static Comparison of(Path output, Map<String, Long> counts) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.walk(output)) {
            files =
                    listed.filter(Files::isRegularFile)
                            .filter(file -> !file.getFileName().toString().startsWith("."))
                            .sorted()
                            .toList();
        }
        Map<String, BitSet> seen = new HashMap<>();
        List<String> differences = new ArrayList<>();
        long committed = 0;
        for (Path file : files) {
            try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    committed++;
                    String wrong = see(line, counts, seen);
                    if (wrong != null) {
                        differences.add(wrong + " (in " + file.getFileName() + ")");
                    }
                    if (differences.size() >= MOST_DIFFERENCES) {
                        return new Comparison(committed, files.size(), differences);
                    }
                }
            }
        }
        for (Map.Entry<String, Long> count : counts.entrySet()) {
            BitSet numbers = seen.getOrDefault(count.getKey(), new BitSet());
            if (numbers.cardinality() != count.getValue()
                    && differences.size() < MOST_DIFFERENCES) {
                differences.add(
                        "'"
                                + count.getKey()
                                + "' stands "
                                + count.getValue()
                                + " times in the input, but "
                                + (numbers.nextClearBit(1))
                                + " is missing from its counts");
            }
        }
        return new Comparison(committed, files.size(), differences);
    }

    /** Null when the line is right as far as can be told. */
    private static String see(String line, Map<String, Long> counts, Map<String, BitSet> seen) {
        int tab = line.indexOf('\t');
        int number;
        try {
            number = Integer.parseInt(line.substring(tab + 1));
        } catch (NumberFormatException e) {
            return "'" + line + "' is not a word and a count";
        }
        String word = line.substring(0, Math.max(0, tab));
        Long count = counts.get(word);
        if (count == null) {
            return "'" + word + "' was counted, and does not stand in the input";
        }
        if (number < 1 || number > count) {
            return "'" + word + "' was counted to " + number + ", and stands " + count + " times";
        }
        BitSet numbers = seen.computeIfAbsent(word, w -> new BitSet());
        if (numbers.get(number)) {
            return "'" + word + "' has count " + number + " twice";
        }
        numbers.set(number);
        return null;
    }
}
