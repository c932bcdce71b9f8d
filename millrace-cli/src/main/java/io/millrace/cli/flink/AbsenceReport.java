// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.flink;

import io.millrace.cli.migrate.Absences;
import io.millrace.rename.Absence;
import io.millrace.rename.Absence.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says to people what a program lacks: what, from where, and the nearest thing there is. */
final class AbsenceReport {

    private static final int MOST_PLACES = 3;

    private static final String KRYO =
            "Kryo is here in version 5, as in Flink 2, and what the jar brings of it is passed over;"
                    + " Flink 1.20 has version 2: write it for Kryo 5";

    private final FlinkNames names;
    private final Absences absences = new Absences();
    private final Artifacts artifacts;

    /**
     * @param home the folder of the distribution; null if there is none
     */
    AbsenceReport(FlinkNames names, Path home) {
        this.names = names;
        this.artifacts = new Artifacts(home);
    }

    /** What has one remedy stands together. */
    List<String> lines(List<Absence> all) {
        Map<String, List<Absence>> byRemedy = new LinkedHashMap<>();
        for (Absence absence : all) {
            byRemedy.computeIfAbsent(instead(absence), none -> new ArrayList<>()).add(absence);
        }
        List<String> lines = new ArrayList<>();
        byRemedy.forEach(
                (remedy, group) -> {
                    group.forEach(absence -> tell(absence, lines));
                    if (!remedy.isEmpty()) {
                        lines.add("      " + remedy);
                    }
                });
        return lines;
    }

    private void tell(Absence absence, List<String> lines) {
        String owner = names.asWritten(absence.owner());
        String member = owner + "." + absence.name();
        lines.add(
                "  "
                        + switch (absence.kind()) {
                            case CLASS -> owner;
                            case METHOD ->
                                    (absence.name().equals("<init>") ? "new " + owner : member)
                                            + parameters(absence.descriptor());
                            case FIELD -> member;
                            case BODY ->
                                    member
                                            + parameters(absence.descriptor())
                                            + ", which "
                                            + names.asWritten(absence.within())
                                            + " wants it to have";
                            case FORM ->
                                    member
                                            + ": the program takes "
                                            + owner
                                            + " for an interface where it is a class, or for a class"
                                            + " where it is an interface";
                        });
        List<Absence.Place> places = absence.places();
        if (absence.kind() != Kind.BODY) {
            StringBuilder from = new StringBuilder("    from ");
            for (int i = 0; i < Math.min(MOST_PLACES, places.size()); i++) {
                from.append(i == 0 ? "" : ", ").append(text(places.get(i)));
            }
            if (places.size() > MOST_PLACES) {
                from.append(" and ").append(places.size() - MOST_PLACES).append(" more");
            }
            lines.add(from.toString());
        }
    }

    private String text(Absence.Place place) {
        String ours = place.className().replace('/', '.');
        return names.asWritten(place.className()) + place.toString().substring(ours.length());
    }

    /** The nearest thing there is; empty if nothing is known of it. */
    private String instead(Absence absence) {
        String owner = names.asWritten(absence.within());
        if (FlinkNames.isKryos(absence.within())) {
            return KRYO;
        }
        String instead =
                absence.kind() == Kind.CLASS
                        ? artifacts.with(absence.owner(), owner)
                        : absences.insteadOfMember(owner.replace('$', '.'), absence.name());
        if (instead == null) {
            instead =
                    absence.kind() == Kind.CLASS
                            ? absences.instead(owner.replace('$', '.'))
                            : absences.insteadOfMember(absence.name());
        }
        return instead == null ? "" : instead;
    }

    /** Types as people write them, without their packages. */
    private String parameters(String descriptor) {
        List<String> types = new ArrayList<>();
        for (int at = 1; descriptor.charAt(at) != ')'; ) {
            int dimensions = 0;
            while (descriptor.charAt(at) == '[') {
                dimensions++;
                at++;
            }
            String type;
            if (descriptor.charAt(at) == 'L') {
                int end = descriptor.indexOf(';', at);
                String name = descriptor.substring(at + 1, end);
                type = name.substring(name.lastIndexOf('/') + 1).replace('$', '.');
                at = end + 1;
            } else {
                type = primitive(descriptor.charAt(at++));
            }
            types.add(type + "[]".repeat(dimensions));
        }
        return "(" + String.join(", ", types) + ")";
    }

    private static String primitive(char letter) {
        return switch (letter) {
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'D' -> "double";
            case 'F' -> "float";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'S' -> "short";
            default -> "boolean";
        };
    }
}
