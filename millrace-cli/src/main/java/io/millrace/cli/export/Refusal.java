// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.Absence;
import io.millrace.rename.Renaming;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The list of what a job uses and a Flink lacks, by the names that the user wrote. */
final class Refusal {

    /** So many places are named of each. */
    private static final int PLACES = 5;

    private static final String PREFIX = "io.millrace.";

    private final Nearest nearest;
    private final Renaming toMillrace;
    private final Map<String, String> oldTypes = new TreeMap<>();

    /**
     * @param toMillrace gives names back that were renamed
     * @param types what took the place of which, internal names
     */
    Refusal(Target target, Renaming toMillrace, Map<String, String> types) {
        this.nearest = new Nearest(target);
        this.toMillrace = toMillrace;
        types.forEach((before, now) -> oldTypes.putIfAbsent(now, before));
    }

    /** The lines of the list. */
    List<String> lines(List<Absence> absences) {
        List<String> lines = new ArrayList<>();
        for (Absence absence : absences) {
            lines.add("  " + what(absence));
            List<Absence.Place> places = absence.places();
            places.stream()
                    .limit(PLACES)
                    .forEach(place -> lines.add("    in " + toMillrace(place.toString())));
            if (places.size() > PLACES) {
                lines.add("    and " + (places.size() - PLACES) + " more");
            }
            String instead = instead(absence);
            if (instead != null) {
                lines.add("    " + instead);
            }
        }
        return lines;
    }

    private String what(Absence absence) {
        String owner = name(absence.owner());
        return switch (absence.kind()) {
            case CLASS -> "the class " + owner;
            case FIELD -> "the field " + owner + "." + absence.name();
            case METHOD ->
                    absence.name().equals("<init>")
                            ? "the constructor " + owner + parameters(absence)
                            : "the method " + owner + "." + absence.name() + parameters(absence);
            case BODY ->
                    "the method "
                            + absence.name()
                            + parameters(absence)
                            + " that "
                            + name(absence.within())
                            + " wants, in "
                            + owner;
            case FORM -> owner + " is an interface in one of both and a class in the other";
        };
    }

    private String parameters(Absence absence) {
        return MethodTypeDesc.ofDescriptor(absence.descriptor()).parameterList().stream()
                .map(Refusal::simpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String simpleName(ClassDesc type) {
        return type.displayName().replace('$', '.');
    }

    private String instead(Absence absence) {
        String type = name(absence.within());
        return type.startsWith(PREFIX)
                ? nearest.of(type.substring(PREFIX.length()), absence.name())
                : nearest.of(type, absence.name());
    }

    /** As the user wrote it. */
    private String name(String internalName) {
        return toMillrace(oldTypes.getOrDefault(internalName, internalName).replace('/', '.'));
    }

    private String toMillrace(String name) {
        return toMillrace.className(name).replace('$', '.');
    }
}
