// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rename;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Looks for what code refers to as the JVM does, through supertypes, and keeps what is absent. */
final class Links implements References.Listener {

    private record Key(
            Absence.Kind kind, String owner, String name, String descriptor, String within) {}

    private final Shapes shapes;
    private final Predicate<String> checked;
    private final Predicate<String> isOfCode;
    private final Set<String> present = new HashSet<>();
    private final Map<Key, Set<Absence.Place>> found = new LinkedHashMap<>();

    /**
     * @param checked whether a class belongs to the target, so that it is kept if it is not there
     * @param isOfCode whether a class is one of those that are looked at
     */
    Links(Shapes shapes, Predicate<String> checked, Predicate<String> isOfCode) {
        this.shapes = shapes;
        this.checked = checked;
        this.isOfCode = isOfCode;
    }

    @Override
    public void type(String name, Absence.Place place) {
        if (checked.test(name)) {
            if (shapes.of(name) != null) {
                present.add(name);
            } else if (!isOfCode.test(name)) {
                note(new Key(Absence.Kind.CLASS, name, null, null, name), place);
            }
        }
    }

    @Override
    public void method(
            String owner,
            String name,
            String descriptor,
            boolean interfaceOwner,
            References.Call call,
            Absence.Place place) {
        String within = within(owner, place);
        if (within == null) {
            return;
        }
        if (!shapes.hasMethod(shapes.lineage(owner), name, descriptor)) {
            note(new Key(Absence.Kind.METHOD, owner, name, descriptor, within), place);
        } else if (checked.test(owner) && shapes.of(owner).isInterface() != interfaceOwner) {
            note(new Key(Absence.Kind.FORM, owner, name, descriptor, within), place);
        }
    }

    @Override
    public void field(
            String owner, String name, String descriptor, boolean isStatic, Absence.Place place) {
        String within = within(owner, place);
        if (within != null && !shapes.hasField(shapes.lineage(owner), name, descriptor)) {
            note(new Key(Absence.Kind.FIELD, owner, name, descriptor, within), place);
        }
    }

    /** The class of the target that a member could come from; null if that is not known. */
    private String within(String owner, Absence.Place place) {
        if (owner.startsWith("[")) {
            String element = element(owner);
            if (element != null) {
                type(element, place);
            }
            return null; // an array has what Object has
        }
        type(owner, place);
        if (!checked.test(owner) && !isOfCode.test(owner)) {
            return null; // what others have is theirs
        }
        List<String> lineage = shapes.lineage(owner);
        return shapes.isOpen(lineage)
                ? null
                : lineage.stream().filter(checked).findFirst().orElse(null);
    }

    /** The class that an array is of; null if it is of a primitive type. */
    static String element(String array) {
        String type = array.substring(array.lastIndexOf('[') + 1);
        return type.startsWith("L") ? type.substring(1, type.length() - 1) : null;
    }

    /** Looks for a body of each abstract method of a class that is to have objects. */
    void bodies(String name) {
        List<String> lineage = shapes.lineage(name);
        if (shapes.of(name).isAbstract() || shapes.isOpen(lineage)) {
            return;
        }
        shapes.withoutBody(lineage)
                .forEach(
                        (method, declaring) -> {
                            if (checked.test(declaring)) {
                                int at = method.indexOf('(');
                                note(
                                        new Key(
                                                Absence.Kind.BODY,
                                                name,
                                                method.substring(0, at),
                                                method.substring(at),
                                                declaring),
                                        new Absence.Place(name, null, null, 0));
                            }
                        });
    }

    @Override
    public void string(String text) {
        // It is no reference, whatever it may lead to.
    }

    private void note(Key key, Absence.Place place) {
        found.computeIfAbsent(key, none -> new LinkedHashSet<>()).add(place);
    }

    boolean lacksClass() {
        return found.keySet().stream().anyMatch(key -> key.kind() == Absence.Kind.CLASS);
    }

    /** The classes of the target that are referred to and there. */
    Set<String> present() {
        return present;
    }

    /** In the order they were found. */
    List<Absence> absences() {
        List<Absence> absences = new ArrayList<>();
        found.forEach(
                (key, places) ->
                        absences.add(
                                new Absence(
                                        key.kind(),
                                        key.owner(),
                                        key.name(),
                                        key.descriptor(),
                                        key.within(),
                                        List.copyOf(places))));
        return absences;
    }

    /** How many things are absent that another has not found. */
    int besides(Links other) {
        return (int) found.keySet().stream().filter(key -> !other.found.containsKey(key)).count();
    }
}
