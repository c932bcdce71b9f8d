// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.Map;
import java.util.TreeMap;

/** Replacements in a text, collected in any order and applied at once. */
final class Edits {

    private record Replacement(int end, String text) {}

    private final String text;
    private final TreeMap<Integer, Replacement> replacements = new TreeMap<>();

    Edits(String text) {
        this.text = text;
    }

    /** A later replacement of the same place wins; one inside of another is dropped with it. */
    void replace(int start, int end, String with) {
        replacements.put(start, new Replacement(end, with));
    }

    /** Takes away {@code start} to {@code end}, with its line if nothing else is on it. */
    void removeWithLine(int start, int end) {
        int from = start;
        while (from > 0 && (text.charAt(from - 1) == ' ' || text.charAt(from - 1) == '\t')) {
            from--;
        }
        int to = end;
        while (to < text.length() && (text.charAt(to) == ' ' || text.charAt(to) == '\t')) {
            to++;
        }
        boolean begins = from == 0 || text.charAt(from - 1) == '\n';
        boolean ends = to == text.length() || text.charAt(to) == '\n' || text.charAt(to) == '\r';
        if (begins && ends) {
            if (to < text.length() && text.charAt(to) == '\r') {
                to++;
            }
            if (to < text.length() && text.charAt(to) == '\n') {
                to++;
            }
            replace(from, to, "");
        } else {
            replace(start, end, "");
        }
    }

    String applied() {
        StringBuilder result = new StringBuilder(text.length());
        int at = 0;
        for (Map.Entry<Integer, Replacement> entry : replacements.entrySet()) {
            if (entry.getKey() < at) {
                continue; // inside of what was replaced already
            }
            result.append(text, at, entry.getKey()).append(entry.getValue().text());
            at = entry.getValue().end();
        }
        return result.append(text, at, text.length()).toString();
    }

    static int line(String text, int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            if (text.charAt(i) == '\n') {
                line++;
            }
        }
        return line;
    }
}
