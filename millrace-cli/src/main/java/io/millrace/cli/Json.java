// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes JSON: objects from maps, arrays from lists, text, numbers, true, false and null. */
final class Json {

    private final StringBuilder text = new StringBuilder();

    private Json() {}

    /** The value in lines, with two spaces for each depth. */
    static String of(Object value) {
        Json json = new Json();
        json.value(value, "\n");
        return json.text.toString();
    }

    private void value(Object value, String newLine) {
        if (value instanceof Map<?, ?> map) {
            Iterator<?> entries = map.entrySet().iterator();
            text.append('{');
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.next();
                text.append(newLine).append("  ");
                quoted(entry.getKey().toString());
                text.append(": ");
                value(entry.getValue(), newLine + "  ");
                text.append(entries.hasNext() ? "," : newLine);
            }
            text.append('}');
        } else if (value instanceof List<?> list) {
            Iterator<?> entries = list.iterator();
            text.append('[');
            while (entries.hasNext()) {
                text.append(newLine).append("  ");
                value(entries.next(), newLine + "  ");
                text.append(entries.hasNext() ? "," : newLine);
            }
            text.append(']');
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            text.append(value);
        } else {
            quoted(value.toString());
        }
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
