// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.lacking;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What is known not to be here, read from {@code absences.tsv}, by the names of Flink. */
public final class Absences {

    private final Map<String, String> products = new TreeMap<>();
    private final Map<String, String> absent = new TreeMap<>();
    private final Map<String, String> members = new TreeMap<>();
    private final Map<String, String> refused = new TreeMap<>();

    /** Reads the table. */
    public Absences() {
        for (List<String> row : Table.rows(Absences.class, "absences.tsv")) {
            Map<String, String> kind =
                    switch (row.get(0)) {
                        case "product" -> products;
                        case "absent" -> absent;
                        case "member" -> members;
                        case "refused" -> refused;
                        default -> throw new IllegalStateException("absences.tsv: " + row);
                    };
            kind.put(row.get(1), row.get(2));
        }
    }

    /** What product of Flink's the name belongs to, or null if it is not another one's. */
    public String product(String name) {
        return longest(products, name);
    }

    /** What is there instead of a class or package; null if nothing is known of it. */
    public String instead(String name) {
        String text = longest(products, name);
        return text == null ? longest(absent, name) : text;
    }

    /** What is there instead of just this class, not of one below or of a package. */
    public String insteadOfClass(String name) {
        return products.getOrDefault(name, absent.get(name));
    }

    /** What is there instead of a member; null if nothing is known of it. */
    public String insteadOfMember(String type, String name) {
        return members.get(type + "#" + name);
    }

    /** The same of a member that a class has from another; null if the name alone does not tell. */
    public String insteadOfMember(String name) {
        List<String> texts =
                members.entrySet().stream()
                        .filter(row -> row.getKey().endsWith("#" + name))
                        .map(Map.Entry::getValue)
                        .distinct()
                        .toList();
        return texts.size() == 1 ? texts.get(0) : null;
    }

    /** What a call says that is refused; null if it is not. */
    public String refused(String type, String name) {
        return refused.get(type + "#" + name);
    }

    private static String longest(Map<String, String> table, String name) {
        String best = null;
        for (String beginning : table.keySet()) {
            boolean fits =
                    name.startsWith(beginning)
                            && (beginning.endsWith(".")
                                    || name.length() == beginning.length()
                                    || !Character.isLetter(name.charAt(beginning.length())));
            // The package itself, as in a wildcard or a package statement.
            fits |= beginning.equals(name + ".");
            if (fits && (best == null || beginning.length() > best.length())) {
                best = beginning;
            }
        }
        return best == null ? null : table.get(best);
    }
}
