// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies unified diffs, exactly: a hunk may have moved, but its context must be there, and once
 * only.
 */
final class UnifiedDiff {

    /** Lines of a hunk: what it looks for, and what it puts there. */
    private record Hunk(int line, List<String> before, List<String> after) {}

    private final Path patch;
    private final Map<String, List<Hunk>> files = new LinkedHashMap<>();

    private UnifiedDiff(Path patch) {
        this.patch = patch;
    }

    /** Reads a patch; lines before the first file are a description. */
    static UnifiedDiff read(Path patch) throws IOException {
        UnifiedDiff diff = new UnifiedDiff(patch);
        List<Hunk> hunks = null;
        Hunk hunk = null;
        for (String line : Files.readAllLines(patch)) {
            if (line.startsWith("--- ")) {
                hunk = null;
            } else if (line.startsWith("+++ b/")) {
                hunks =
                        diff.files.computeIfAbsent(
                                line.substring(6).trim(), file -> new ArrayList<>());
            } else if (line.startsWith("@@ -") && hunks != null) {
                hunk = new Hunk(firstLine(line), new ArrayList<>(), new ArrayList<>());
                hunks.add(hunk);
            } else if (hunk != null) {
                String text = line.isEmpty() ? "" : line.substring(1);
                if (!line.startsWith("+")) {
                    hunk.before().add(text);
                }
                if (!line.startsWith("-")) {
                    hunk.after().add(text);
                }
            }
        }
        if (diff.files.isEmpty()) {
            throw new IOException(patch + " changes no file");
        }
        return diff;
    }

    private static int firstLine(String header) {
        String number = header.substring(4).split("[, ]", 2)[0];
        return Integer.parseInt(number) - 1;
    }

    /**
     * The changed files, by their paths from the root of the repository.
     *
     * @throws IOException when the patch no longer applies; says where
     */
    Map<String, String> apply(Path root) throws IOException {
        Map<String, String> changed = new LinkedHashMap<>();
        for (Map.Entry<String, List<Hunk>> entry : files.entrySet()) {
            List<String> lines = new ArrayList<>(Files.readAllLines(root.resolve(entry.getKey())));
            int moved = 0;
            for (Hunk hunk : entry.getValue()) {
                int at = find(lines, hunk.before(), hunk.line() + moved, entry.getKey());
                lines.subList(at, at + hunk.before().size()).clear();
                lines.addAll(at, hunk.after());
                moved = at - hunk.line() + hunk.after().size() - hunk.before().size();
            }
            changed.put(entry.getKey(), String.join("\n", lines) + "\n");
        }
        return changed;
    }

    /** Where it says it is, or else at the only other place. */
    private int find(List<String> lines, List<String> wanted, int expected, String file)
            throws IOException {
        if (matches(lines, wanted, expected)) {
            return expected;
        }
        int found = -1;
        for (int at = 0; at + wanted.size() <= lines.size(); at++) {
            if (matches(lines, wanted, at)) {
                if (found >= 0) {
                    throw new IOException(
                            patch
                                    + " no longer applies: its context is in "
                                    + file
                                    + " twice. Draw it anew");
                }
                found = at;
            }
        }
        if (found < 0) {
            throw new IOException(
                    patch
                            + " no longer applies: "
                            + file
                            + " has no such lines:\n"
                            + String.join("\n", wanted)
                            + "\nPlant the bug anew in today's source, and keep its meaning");
        }
        return found;
    }

    private static boolean matches(List<String> lines, List<String> wanted, int at) {
        return at >= 0
                && at + wanted.size() <= lines.size()
                && lines.subList(at, at + wanted.size()).equals(wanted);
    }
}
