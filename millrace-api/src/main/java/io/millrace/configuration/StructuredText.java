// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Lists and maps in one line of text, in two forms. The plain one: {@code a;b;c} and {@code
 * k:v,k:v}. The one of YAML: {@code [a, b, c]} and {@code {k: v, k: v}}. In both, an entry that has
 * a separator in it stands in quotes, single or double, with a quote inside doubled. Reading takes
 * either form.
 */
final class StructuredText {

    private StructuredText() {}

    static List<String> splitList(String text) {
        String trimmed = text.trim();
        if (isWrapped(trimmed, '[', ']')) {
            return split(trimmed.substring(1, trimmed.length() - 1), ',').stream()
                    .map(StructuredText::unquote)
                    .toList();
        }
        return split(text, ';').stream().map(StructuredText::unquote).toList();
    }

    static Map<String, String> splitMap(String text) {
        String trimmed = text.trim();
        String inner =
                isWrapped(trimmed, '{', '}') ? trimmed.substring(1, trimmed.length() - 1) : trimmed;
        Map<String, String> map = new LinkedHashMap<>();
        for (String entry : split(inner, ',')) {
            // The entry may be quoted as a whole, around a value that holds a separator.
            String plain = isQuoted(entry.trim()) ? unquote(entry) : entry;
            int colon = indexOutsideQuotes(plain, ':');
            if (colon < 0) {
                throw new IllegalArgumentException("its entry '" + entry.trim() + "' has no ':'");
            }
            map.put(unquote(plain.substring(0, colon)), unquote(plain.substring(colon + 1)));
        }
        return map;
    }

    static String joinList(List<String> entries, boolean yaml) {
        char separator = yaml ? ',' : ';';
        List<String> quoted = entries.stream().map(e -> quoteIfNeeded(e, separator, yaml)).toList();
        return yaml ? "[" + String.join(", ", quoted) + "]" : String.join(";", quoted);
    }

    static String joinMap(Map<String, String> map, boolean yaml) {
        StringJoiner joined = yaml ? new StringJoiner(", ", "{", "}") : new StringJoiner(",");
        map.forEach(
                (k, v) ->
                        joined.add(
                                quoteIfNeeded(k, ',', yaml)
                                        + (yaml ? ": " : ":")
                                        + quoteIfNeeded(v, ',', yaml)));
        return joined.toString();
    }

    private static boolean isWrapped(String text, char open, char close) {
        return text.length() >= 2
                && text.charAt(0) == open
                && text.charAt(text.length() - 1) == close;
    }

    private static boolean isQuoted(String text) {
        if (text.length() < 2) {
            return false;
        }
        char quote = text.charAt(0);
        return (quote == '\'' || quote == '"') && closingQuote(text, 0) == text.length() - 1;
    }

    /** Where the quote opened at a place is closed; a doubled quote does not close. */
    private static int closingQuote(String text, int open) {
        char quote = text.charAt(open);
        for (int i = open + 1; i < text.length(); i++) {
            if (text.charAt(i) == quote) {
                if (i + 1 < text.length() && text.charAt(i + 1) == quote) {
                    i++;
                } else {
                    return i;
                }
            }
        }
        throw new IllegalArgumentException(
                "the quote that opens at character " + (open + 1) + " is never closed");
    }

    /** Pieces between separators that stand outside quotes; empty pieces are dropped. */
    private static List<String> split(String text, char separator) {
        List<String> pieces = new ArrayList<>();
        int start = 0;
        boolean pieceBegun = false;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == separator) {
                String piece = text.substring(start, i);
                if (!piece.isBlank()) {
                    pieces.add(piece);
                }
                start = i + 1;
                pieceBegun = false;
            } else if (isQuote(text.charAt(i))
                    && (!pieceBegun || text.charAt(i - 1) == ':' || text.charAt(i - 1) == ' ')) {
                i = closingQuote(text, i);
                pieceBegun = true;
            } else if (!Character.isWhitespace(text.charAt(i))) {
                pieceBegun = true;
            }
        }
        return pieces;
    }

    private static int indexOutsideQuotes(String text, char wanted) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == wanted) {
                return i;
            } else if (isQuote(c) && text.substring(0, i).isBlank()) {
                i = closingQuote(text, i);
            }
        }
        return -1;
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    private static String unquote(String text) {
        String trimmed = text.trim();
        if (!isQuoted(trimmed)) {
            return trimmed;
        }
        String quote = trimmed.substring(0, 1);
        return trimmed.substring(1, trimmed.length() - 1).replace(quote + quote, quote);
    }

    static String quoteIfNeeded(String text, char separator, boolean yaml) {
        boolean needed =
                text.isEmpty()
                        || text.indexOf(separator) >= 0
                        || text.indexOf('\'') >= 0
                        || text.indexOf('"') >= 0
                        || text.indexOf(':') >= 0
                        || !text.equals(text.trim())
                        || (yaml && text.chars().anyMatch(c -> "[]{}#&*!|>%@`".indexOf(c) >= 0));
        return needed ? quoted(text) : text;
    }

    /** In quotes, needed or not. */
    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
