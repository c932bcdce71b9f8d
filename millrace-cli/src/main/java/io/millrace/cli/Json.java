// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes JSON: objects from maps, arrays from lists, text, numbers, true, false and null. */
public final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** The value in lines, with two spaces for each depth. */
    public static String of(Object value) {
        Json json = new Json();
        json.value(value, "\n");
        return json.text.toString();
    }

    /** The value in one line. */
    public static String line(Object value) {
        Json json = new Json();
        json.value(value, null);
        return json.text.toString();
    }

    /**
     * @param newLine what begins a line of this depth; null for all in one line
     */
    private void value(Object value, String newLine) {
        if (value instanceof Map<?, ?> map) {
            Iterator<?> entries = map.entrySet().iterator();
            text.append('{');
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.next();
                text.append(newLine == null ? "" : newLine + "  ");
                quoted(entry.getKey().toString());
                text.append(": ");
                value(entry.getValue(), newLine == null ? null : newLine + "  ");
                text.append(entries.hasNext() ? between(newLine) : end(newLine));
            }
            text.append('}');
        } else if (value instanceof List<?> list) {
            Iterator<?> entries = list.iterator();
            text.append('[');
            while (entries.hasNext()) {
                text.append(newLine == null ? "" : newLine + "  ");
                value(entries.next(), newLine == null ? null : newLine + "  ");
                text.append(entries.hasNext() ? between(newLine) : end(newLine));
            }
            text.append(']');
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            text.append(value);
        } else {
            quoted(value.toString());
        }
    }

    private static String between(String newLine) {
        return newLine == null ? ", " : ",";
    }

    private static String end(String newLine) {
        return newLine == null ? "" : newLine;
    }

    private void quoted(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
