// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which artifact takes the place of one of Flink's, read from {@code artifacts.tsv}. */
final class Artifacts {

    static final String GROUP = "org.apache.flink";

    /**
     * What takes an artifact's place.
     *
     * @param group null if nothing does
     * @param artifact null if nothing does
     * @param note what a person should know; null for nothing
     */
    record Replacement(String group, String artifact, String note) {

        boolean isOurs() {
            return Names.OURS.equals(group);
        }
    }

    private record Row(String ours, String note) {}

    /** An artifact of ours in a line of a script, in whatever form. */
    private static final Pattern OURS =
            Pattern.compile(
                    "\\bio\\.millrace\\b[^\\w\\n]+(?:name\\W+)?(?<artifact>millrace-[\\w-]+)");

    private static final String TESTING = "millrace-testing";

    private final Map<String, Row> rows = new LinkedHashMap<>();

    Artifacts() {
        for (List<String> row : Absences.rows("artifacts.tsv")) {
            rows.put(row.get(0), new Row(row.get(1), row.size() > 2 ? row.get(2) : null));
        }
    }

    /**
     * @param artifact of Flink's group, with or without a version of Scala at its end
     * @param tests whether it is the jar of its tests that is meant
     */
    Replacement of(String artifact, boolean tests) {
        String name = artifact.replaceAll("_(2\\.\\d+|\\$\\{?[\\w.]+\\}?)$", "");
        Row row = rows.get(name);
        if (row == null) {
            row =
                    rows.entrySet().stream()
                            .filter(
                                    entry ->
                                            entry.getKey().endsWith("*")
                                                    && name.startsWith(
                                                            entry.getKey()
                                                                    .substring(
                                                                            0,
                                                                            entry.getKey().length()
                                                                                    - 1)))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElseThrow();
        }
        if (row.ours().equals("-")) {
            return new Replacement(
                    null, null, GROUP + ":" + artifact + " was left as it is: " + row.note());
        }
        if (row.ours().contains(":")) {
            String[] parts = row.ours().split(":", 2);
            return new Replacement(parts[0], parts[1], null);
        }
        boolean later = row.ours().startsWith("!");
        String ours = later ? row.ours().substring(1) : row.ours();
        return new Replacement(Names.OURS, tests ? TESTING : ours, later ? later(ours) : null);
    }

    /** What there is to say of an artifact of ours that does not exist yet; null of any other. */
    String later(String ours) {
        return rows.values().stream()
                .filter(row -> row.ours().equals("!" + ours))
                .findFirst()
                .map(row -> Names.OURS + ":" + ours + " does not exist yet: " + row.note())
                .orElse(null);
    }

    /** Reports what an earlier migration has written and what does not exist yet. */
    void findLater(String file, String text, List<Finding> findings) {
        Matcher matcher = OURS.matcher(text);
        while (matcher.find()) {
            String note = later(matcher.group("artifact"));
            if (note != null) {
                findings.add(new Finding(file, Edits.line(text, matcher.start()), note));
            }
        }
    }
}
