// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** What there is instead of what a Flink lacks, read from {@code nearest.tsv}. */
final class Nearest {

    private final Map<String, String> texts = new TreeMap<>();

    Nearest(Target target) {
        try (InputStream in = Nearest.class.getResourceAsStream("nearest.tsv");
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                String[] row = line.split("\t", -1);
                if (row[0].equals("any") || row[0].equals(target.toString())) {
                    texts.put(row[1], row[2]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Null if nothing is known.
     *
     * @param type by its name without the prefix, {@code a.b.C}
     * @param member null for the class
     */
    String of(String type, String member) {
        String text = member == null ? null : texts.get(type + "#" + member);
        if (text == null && member != null) {
            // A member that the type has inherited stands under the type it is from.
            text =
                    texts.entrySet().stream()
                            .filter(each -> each.getKey().endsWith("#" + member))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElse(null);
        }
        for (String name = type; text == null && !name.isEmpty(); name = shorter(name)) {
            text = texts.get(name);
        }
        return text;
    }

    private static String shorter(String name) {
        int end = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$'));
        return end < 0 ? "" : name.substring(0, end);
    }
}
