// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds, in the texts of two types, the field whose change is in the way, so that a person need not
 * compare two long lines.
 */
final class TypeChange {

    private static final String POJO = "POJO ";

    private TypeChange() {}

    /** A sentence about it. */
    static String between(String old, String now) {
        String found = find(old, now);
        if (found != null) {
            return found;
        }
        return old.equals(now)
                ? "The types read alike, but a field has become a primitive or is one no longer, or a"
                        + " registered subclass is registered no longer or has other fields."
                : "";
    }

    private static String find(String old, String now) {
        if (old.equals(now)) {
            return null;
        }
        if (old.endsWith("[]") && now.endsWith("[]")) {
            return find(
                    old.substring(0, old.length() - "[]".length()),
                    now.substring(0, now.length() - "[]".length()));
        }
        if (old.startsWith(POJO) && now.startsWith(POJO)) {
            return inFields(old, now);
        }
        int open = old.indexOf('<');
        if (open > 0 && now.startsWith(old.substring(0, open + 1))) {
            return inArguments(parts(old, open), parts(now, open));
        }
        return null;
    }

    private static String inArguments(List<String> old, List<String> now) {
        if (old.size() == now.size()) {
            for (int i = 0; i < old.size(); i++) {
                String found = find(old.get(i), now.get(i));
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private static String inFields(String old, String now) {
        int open = old.indexOf('{');
        String name = old.substring(POJO.length(), open);
        String nameNow = now.substring(POJO.length(), now.indexOf('{'));
        if (!name.equals(nameNow)) {
            return "The class was " + name + " and is now " + nameNow + ".";
        }
        Map<String, String> fields = fields(parts(old, open));
        for (Map.Entry<String, String> field : fields(parts(now, open)).entrySet()) {
            String before = fields.get(field.getKey());
            if (before != null && !before.equals(field.getValue())) {
                String inside = find(before, field.getValue());
                // Within a field of a class that is evolved itself, only what can't be is in the
                // way.
                if (inside != null) {
                    return inside;
                }
                if (!before.startsWith(POJO) || !field.getValue().startsWith(POJO)) {
                    return "Field '"
                            + field.getKey()
                            + "' of "
                            + name
                            + " was "
                            + before
                            + " and is now "
                            + field.getValue()
                            + "; a field may come or go, but not change its type.";
                }
            }
        }
        return null;
    }

    private static Map<String, String> fields(List<String> parts) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : parts) {
            int colon = part.indexOf(": ");
            fields.put(part.substring(0, colon), part.substring(colon + 2));
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
