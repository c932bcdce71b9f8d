// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.lacking;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The artifacts of Flink's: what takes the place of each, and which has a class that is not here.
 * Read from {@code artifacts.tsv}. Immutable.
 */
public final class Artifacts {

    public static final String GROUP = "org.apache.flink";

    private static final String OURS = "io.millrace";
    private static final String TESTING = "millrace-testing";
    private static final String TESTS = ":tests";
    private static final String NONE = "-";
    private static final String LATER = "!";

    /**
     * What takes an artifact's place.
     *
     * @param group null if nothing does
     * @param artifact null if nothing does
     * @param note what a person should know; null for nothing
     */
    public record Replacement(String group, String artifact, String note) {

        public boolean isOurs() {
            return OURS.equals(group);
        }
    }

    /**
     * Where a class comes from that is not here.
     *
     * @param artifact of Flink's, as one says it to people
     * @param folder of {@code opt/} of the distribution with the same of ours; null if none has it
     */
    public record Origin(String artifact, String folder) {}

    private record Row(String ours, String note, List<String> packages) {}

    private final Map<String, Row> rows = new LinkedHashMap<>();

    /** Reads the table. */
    public Artifacts() {
        for (List<String> row : Table.rows(Artifacts.class, "artifacts.tsv")) {
            String note = row.size() > 2 ? row.get(2) : "";
            List<String> packages =
                    row.size() > 3 ? List.of(row.get(3).split(" ", -1)) : List.<String>of();
            rows.put(row.get(0), new Row(row.get(1), note, packages));
        }
    }

    /**
     * @param artifact of Flink's group, with or without a version of Scala at its end
     * @param tests whether it is the jar of its tests that is meant
     */
    public Replacement of(String artifact, boolean tests) {
        String name = artifact.replaceAll("_(2\\.\\d+|\\$\\{?[\\w.]+\\}?)$", "");
        Row row = rows.containsKey(name) ? rows.get(name) : withStar(name);
        if (row.ours().equals(NONE)) {
            String note = row.note().isEmpty() ? withStar(name).note() : row.note();
            return new Replacement(
                    null, null, GROUP + ":" + artifact + " was left as it is: " + note);
        }
        if (row.ours().contains(":")) {
            String[] parts = row.ours().split(":", 2);
            return new Replacement(parts[0], parts[1], null);
        }
        boolean later = row.ours().startsWith(LATER);
        String ours = later ? row.ours().substring(LATER.length()) : row.ours();
        return new Replacement(OURS, tests ? TESTING : ours, later ? later(ours) : null);
    }

    private Row withStar(String name) {
        return rows.entrySet().stream()
                .filter(each -> each.getKey().endsWith("*"))
                .filter(each -> name.startsWith(each.getKey().replace("*", "")))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** What there is to say of an artifact of ours that does not exist yet; null of any other. */
    public String later(String ours) {
        return rows.values().stream()
                .filter(row -> row.ours().equals(LATER + ours))
                .findFirst()
                .map(row -> OURS + ":" + ours + " does not exist yet: " + row.note())
                .orElse(null);
    }

    /**
     * Which artifact has a class that is not in Millrace's own jars; null if nothing is known of
     * it.
     *
     * @param className its name in Flink, with dots
     */
    public Origin with(String className) {
        String artifact = null;
        String longest = "";
        for (Map.Entry<String, Row> row : rows.entrySet()) {
            for (String beginning : row.getValue().packages()) {
                if (className.startsWith(beginning) && beginning.length() > longest.length()) {
                    artifact = row.getKey();
                    longest = beginning;
                }
            }
        }
        return artifact == null
                ? null
                : new Origin(
                        artifact.replace(TESTS, " (its jar of tests)"),
                        folder(rows.get(artifact).ours()));
    }

    private static String folder(String ours) {
        return ours.startsWith("millrace-")
                ? ours.replaceFirst("^millrace-(connector-)?", "")
                : null;
    }
}
