// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Reads a file of settings as {@link GlobalConfiguration} has them: YAML with words and numbers,
 * lists of them, and keys nested by indentation; or the older file of lines {@code key: value}.
 * What YAML has beside that is refused, with the line. (The launcher has a parser for all of it.)
 */
final class SettingsFile {

    private SettingsFile() {}

    static Map<String, String> lines(Path file) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String raw : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            int comment = raw.indexOf('#');
            String line = (comment < 0 ? raw : raw.substring(0, comment)).trim();
            int colon = line.indexOf(": ");
            if (colon > 0) {
                settings.put(line.substring(0, colon).trim(), line.substring(colon + 2).trim());
            }
        }
        return settings;
    }

    /** A key that others are nested in. */
    private record Level(int indent, String prefix) {}

    static Map<String, String> yaml(Path file) throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        List<Level> levels = new ArrayList<>(List.of(new Level(-1, "")));
        String listKey = null;
        StringJoiner list = null;
        int number = 0;
        for (String raw : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            number++;
            String line = withoutComment(raw).stripTrailing();
            if (line.isBlank() || line.equals("---")) {
                continue;
            }
            int indent = line.length() - line.stripLeading().length();
            String content = line.strip();
            if (content.startsWith("- ") || content.equals("-")) {
                if (listKey == null) {
                    throw problem(file, number, "a list must belong to a key");
                }
                list = list == null ? new StringJoiner(";") : list;
                list.add(
                        StructuredText.quoteIfNeeded(
                                scalar(file, number, content.substring(1).strip()), ';', false));
                settings.put(listKey, list.toString());
                continue;
            }
            listKey = null;
            list = null;
            int colon = content.endsWith(":") ? content.length() - 1 : content.indexOf(": ");
            if (colon < 1) {
                throw problem(file, number, "not of the form 'key: value'");
            }
            while (levels.get(levels.size() - 1).indent() >= indent) {
                levels.remove(levels.size() - 1);
            }
            String key =
                    levels.get(levels.size() - 1).prefix()
                            + scalar(file, number, content.substring(0, colon).strip());
            String value = content.substring(colon + 1).strip();
            if (value.isEmpty()) {
                levels.add(new Level(indent, key + '.'));
                listKey = key;
            } else {
                settings.put(key, value(file, number, value));
            }
        }
        return settings;
    }

    private static String value(Path file, int number, String value) {
        if (value.startsWith("[") && value.endsWith("]")) {
            StringJoiner list = new StringJoiner(";");
            StructuredText.splitList(value)
                    .forEach(item -> list.add(StructuredText.quoteIfNeeded(item, ';', false)));
            return list.toString();
        }
        return scalar(file, number, value);
    }

    private static String scalar(Path file, int number, String text) {
        if (text.length() > 1 && (text.startsWith("'") || text.startsWith("\""))) {
            char quote = text.charAt(0);
            if (text.charAt(text.length() - 1) != quote) {
                throw problem(file, number, "a quote has no end");
            }
            String inner = text.substring(1, text.length() - 1);
            return quote == '\''
                    ? inner.replace("''", "'")
                    : inner.replace("\\\"", "\"").replace("\\\\", "\\");
        }
        if (!text.isEmpty() && "&*!|>%@`{".indexOf(text.charAt(0)) >= 0) {
            throw problem(
                    file, number, "only words, numbers and lists of them are read here: " + text);
        }
        return text;
    }

    private static String withoutComment(String line) {
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '#' && (i == 0 || Character.isWhitespace(line.charAt(i - 1)))) {
                return line.substring(0, i);
            }
        }
        return line;
    }

    private static IllegalConfigurationException problem(Path file, int number, String what) {
        return new IllegalConfigurationException(file + ", line " + number + ": " + what);
    }
}
