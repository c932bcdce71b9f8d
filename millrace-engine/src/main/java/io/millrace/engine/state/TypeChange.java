// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.spi.types.Widening;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds, in the texts of two types, what has changed, and which of it is in the way, so that a
 * person need not compare two long lines.
 */
final class TypeChange {

    private static final String POJO = "POJO ";
    private static final String KRYO = "Kryo ";
    private static final String AVRO = "Avro ";
    private static final String ENUM = "Enum ";

    /** In the text of a field of an Avro record that may be missing in the bytes. */
    private static final String WITH_DEFAULT = " with default";

    private final Set<String> sentences = new LinkedHashSet<>();
    private String obstacle;

    private TypeChange() {}

    /** What is in the way, as sentences; empty if the two texts, told beside it, say it all. */
    static String between(String old, String now) {
        if (old.equals(now)) {
            return "The types read alike, but a registered subclass is registered no longer or has"
                    + " changed, or the user's own serializer says that it can't go on.";
        }
        TypeChange change = new TypeChange();
        change.compare(old, now, null);
        return change.obstacle != null ? change.obstacle : String.join(" ", change.sentences);
    }

    /** Sentences about all that has changed; empty if nothing has, or nothing that is known. */
    static String all(String old, String now) {
        TypeChange change = new TypeChange();
        change.compare(old, now, null);
        return String.join(" ", change.sentences);
    }

    private void harmless(String sentence) {
        sentences.add(sentence);
    }

    private void inTheWay(String sentence) {
        sentences.add(sentence);
        if (obstacle == null) {
            obstacle = sentence;
        }
    }

    /**
     * @param where the field that is of these types; null for the state's type itself
     */
    private void compare(String old, String now, String where) {
        if (old.equals(now)) {
            return;
        }
        if (old.endsWith("[]") && now.endsWith("[]")) {
            compare(withoutBrackets(old), withoutBrackets(now), where);
            return;
        }
        for (String kind : List.of(POJO, KRYO, AVRO, ENUM)) {
            if (old.startsWith(kind) && now.startsWith(kind)) {
                compareClasses(kind, old, now, where);
                return;
            }
        }
        int open = old.indexOf('<');
        if (open > 0 && now.startsWith(old.substring(0, open + 1))) {
            List<String> before = parts(old, open);
            List<String> after = parts(now, open);
            if (before.size() == after.size()) {
                for (int i = 0; i < before.size(); i++) {
                    compare(before.get(i), after.get(i), where);
                }
                return;
            }
        }
        boolean wider = Widening.isLossless(old, now);
        String sentence =
                (where == null ? old : where + " was " + old)
                        + (where == null ? " has become " : " and is now ")
                        + now;
        if (wider) {
            harmless(sentence + ".");
        } else if (where != null) {
            inTheWay(
                    sentence
                            + "; a field may come or go, but its type may only become a wider number.");
        } else {
            inTheWay(sentence + ".");
        }
    }

    private static String withoutBrackets(String array) {
        return array.substring(0, array.length() - "[]".length());
    }

    private void compareClasses(String kind, String old, String now, String where) {
        String name = className(kind, old);
        String nameNow = className(kind, now);
        if (!name.equals(nameNow)) {
            String sentence = "The class was " + name + " and is now " + nameNow;
            inTheWay((where == null ? sentence : where + ": " + sentence) + ".");
            return;
        }
        if (old.indexOf('{') < 0 || now.indexOf('{') < 0) {
            return;
        }
        List<String> before = parts(old, old.indexOf('{'));
        List<String> after = parts(now, now.indexOf('{'));
        if (kind.equals(ENUM)) {
            compareConstants(name, before, after);
        } else {
            compareFields(kind, name, fields(before), fields(after));
        }
    }

    private static String className(String kind, String text) {
        int open = text.indexOf('{');
        return text.substring(kind.length(), open < 0 ? text.length() : open);
    }

    private void compareConstants(String name, List<String> before, List<String> after) {
        String gone = without(before, after);
        if (!gone.isEmpty()) {
            inTheWay("Of the enum " + name + " these constants are gone: " + gone + ".");
        }
        String added = without(after, before);
        if (!added.isEmpty()) {
            harmless("Of the enum " + name + " these constants are new: " + added + ".");
        }
        if (gone.isEmpty() && added.isEmpty()) {
            harmless("The constants of the enum " + name + " stand in another order.");
        }
    }

    private static String without(List<String> some, List<String> others) {
        return some.stream()
                .filter(each -> !others.contains(each))
                .collect(Collectors.joining(", "));
    }

    private void compareFields(
            String kind, String name, Map<String, String> before, Map<String, String> after) {
        before.forEach(
                (field, type) -> {
                    String today = after.get(field);
                    if (today == null) {
                        change(kind, label(field, name) + " is gone", kind.equals(KRYO));
                    } else if (kind.equals(KRYO) && !isOfSameKind(type, today)) {
                        if (!today.equals(type)) {
                            change(
                                    kind,
                                    label(field, name) + " was " + type + " and is now " + today,
                                    true);
                        }
                    } else {
                        compare(type, today, label(field, name));
                    }
                });
        after.forEach(
                (field, type) -> {
                    if (!before.containsKey(field)) {
                        boolean needed = kind.equals(AVRO) && !type.endsWith(WITH_DEFAULT);
                        change(
                                kind,
                                label(field, name)
                                        + " is new"
                                        + (needed ? " and has no default" : ""),
                                needed || kind.equals(KRYO));
                    }
                });
    }

    /** Whether the fields or constants of both are told. */
    private static boolean isOfSameKind(String old, String now) {
        return old.startsWith(KRYO) && now.startsWith(KRYO)
                || old.startsWith(ENUM) && now.startsWith(ENUM);
    }

    private void change(String kind, String what, boolean blocks) {
        if (!blocks) {
            harmless(what + ".");
        } else if (kind.equals(KRYO)) {
            inTheWay(
                    what
                            + ". The class is written by Kryo, which has no names of fields in its"
                            + " bytes: make it a POJO or a record before it changes.");
        } else {
            inTheWay(what + ".");
        }
    }

    private static String label(String field, String name) {
        return "Field '" + field + "' of " + name;
    }

    private static Map<String, String> fields(List<String> parts) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : parts) {
            int colon = part.indexOf(": ");
            if (colon > 0) {
                fields.put(part.substring(0, colon), part.substring(colon + 2));
            }
        }
        return fields;
    }

    /** What is between the bracket at that place and its end, at the commas of its own level. */
    private static List<String> parts(String text, int open) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = open + 1;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '<' || c == '{') {
                depth++;
            } else if (c == '>' || c == '}') {
                depth--;
            }
            if (depth == 0 || depth == 1 && c == ',') {
                if (i > start) {
                    parts.add(text.substring(start, i));
                }
                start = i + 2;
            }
            if (depth == 0) {
                break;
            }
        }
        return parts;
    }
}
