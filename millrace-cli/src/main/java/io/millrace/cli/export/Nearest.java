// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.lacking.Table;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What there is instead of what a Flink lacks, read from {@code nearest.tsv}. */
final class Nearest {

    private static final String PREFIX = "io.millrace.";

    private final Map<String, String> texts = new TreeMap<>();

    Nearest(Target target) {
        for (List<String> row : Table.rows(Nearest.class, "nearest.tsv")) {
            if (row.get(0).equals("any") || row.get(0).equals(target.toString())) {
                texts.put(row.get(1), row.get(2));
            }
        }
    }

    /**
     * Null if nothing is known.
     *
     * @param named by its name here; of what is not Millrace's, as it is
     * @param member null for the class
     */
    String of(String named, String member) {
        String type =
                (named.startsWith(PREFIX) ? named.substring(PREFIX.length()) : named)
                        .replace('$', '.');
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
