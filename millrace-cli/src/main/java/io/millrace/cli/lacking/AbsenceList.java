// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.lacking;

import io.millrace.rename.Absence;
import io.millrace.rename.Absence.Kind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Says to people what a program uses and would not find: what, from where, and the nearest thing
 * there is. What has one remedy stands together, and the remedy once; a few of them are enough.
 */
public final class AbsenceList {

    /** So many things are named of those that have one remedy. */
    private static final int THINGS = 5;

    /** So many places are named of each. */
    private static final int PLACES = 3;

    private final UnaryOperator<String> asWritten;
    private final Function<Absence, String> remedy;

    /**
     * @param asWritten the name of a class, as its user has it and with dots, of an internal name
     * @param remedy what there is instead; null if nothing is known of it
     */
    public AbsenceList(UnaryOperator<String> asWritten, Function<Absence, String> remedy) {
        this.asWritten = asWritten;
        this.remedy = remedy;
    }

    /**
     * The lines of the list.
     *
     * @param unreached how many things more are named by code that can't be reached
     */
    public List<String> lines(List<Absence> all, int unreached) {
        Map<String, List<Absence>> byRemedy = new LinkedHashMap<>();
        for (Absence absence : all) {
            String known = remedy.apply(absence);
            byRemedy.computeIfAbsent(known == null ? "" : known, none -> new ArrayList<>())
                    .add(absence);
        }
        List<String> lines = new ArrayList<>();
        byRemedy.forEach(
                (known, group) -> {
                    int told = known.isEmpty() ? group.size() : Math.min(THINGS, group.size());
                    group.subList(0, told).forEach(absence -> tell(absence, lines));
                    if (told < group.size()) {
                        lines.add("  and " + (group.size() - told) + " more of the same");
                    }
                    if (!known.isEmpty()) {
                        lines.add("      " + known);
                    }
                });
        if (unreached > 0) {
            lines.add(
                    "  ("
                            + (unreached == 1 ? "1 more is" : unreached + " more are")
                            + " named only by methods that can't be reached from where it starts)");
        }
        return lines;
    }

    private void tell(Absence absence, List<String> lines) {
        lines.add("  " + what(absence));
        List<Absence.Place> places = absence.places();
        if (absence.kind() != Kind.BODY) { // its one place is the class that was just named
            String more =
                    places.size() > PLACES ? " and " + (places.size() - PLACES) + " more" : "";
            lines.add(
                    places.stream()
                            .limit(PLACES)
                            .map(this::where)
                            .collect(Collectors.joining(", ", "    from ", more)));
        }
    }

    private String what(Absence absence) {
        String owner = name(absence.owner());
        String member = owner + "." + absence.name();
        return switch (absence.kind()) {
            case CLASS -> owner;
            case METHOD ->
                    (absence.name().equals("<init>") ? "new " + owner : member)
                            + parameters(absence);
            case FIELD -> member;
            case BODY ->
                    member
                            + parameters(absence)
                            + ", which "
                            + name(absence.within())
                            + " wants it to have";
            case FORM ->
                    member
                            + ": the program takes "
                            + owner
                            + " for an interface where it is a class, or for a class where it is an"
                            + " interface";
        };
    }

    private String name(String internalName) {
        return asWritten.apply(internalName).replace('$', '.');
    }

    /** As a stack trace has it, so with the dollars that a debugger and a search want. */
    private String where(Absence.Place place) {
        return asWritten.apply(place.className())
                + place.toString().substring(place.className().length());
    }

    /** Types as people write them, without their packages. */
    private static String parameters(Absence absence) {
        return MethodTypeDesc.ofDescriptor(absence.descriptor()).parameterList().stream()
                .map(ClassDesc::displayName)
                .map(name -> name.replace('$', '.'))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
