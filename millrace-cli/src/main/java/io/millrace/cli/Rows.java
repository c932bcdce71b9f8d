// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.engine.inspect.Shown;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes rows as they come. A table's columns are as wide as the first rows need; a later cell that
 * is wider pushes the rest of its line.
 */
public final class Rows implements AutoCloseable {

    /** How rows are written; called as on the command line. */
    public enum Format {
        /** Columns for people. */
        table,
        /**
         * RFC 4180, with a line of names first; what is not there is empty, an empty text is
         * quoted.
         */
        csv,
        /** One object a line. */
        json
    }

    /** So many rows are looked at before the first line of a table is written. */
    private static final int LOOKED_AT = 50;

    /** A column is not made wider than this for the sake of one long cell. */
    private static final int WIDEST = 60;

    /** Somebody who no longer reads is noticed after so many lines. */
    private static final int CHECKED = 256;

    private final PrintStream out;
    private final Format format;
    private final List<String> columns;
    private final List<List<Object>> first = new ArrayList<>();
    private int[] widths;
    private long written;

    public Rows(PrintStream out, Format format, List<String> columns) {
        this.out = out;
        this.format = format;
        this.columns = columns;
        if (format == Format.csv) {
            out.println(String.join(",", columns.stream().map(Rows::quoted).toList()));
        }
    }

    /**
     * Writes a row.
     *
     * @param cells as {@link Shown} tells values; one for each column
     * @return false when nobody reads any more
     */
    public boolean row(List<Object> cells) {
        switch (format) {
            case table -> {
                if (widths == null && first.size() < LOOKED_AT) {
                    first.add(cells);
                    return true;
                }
                beginTable();
                out.println(line(cells));
            }
            case csv -> out.println(csv(cells));
            case json -> out.println(Json.line(object(cells)));
        }
        return ++written % CHECKED != 0 || !out.checkError();
    }

    private void beginTable() {
        if (widths != null) {
            return;
        }
        widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(i).length();
            for (List<Object> cells : first) {
                widths[i] = Math.max(widths[i], Math.min(WIDEST, text(cells.get(i)).length()));
            }
        }
        out.println(line(new ArrayList<>(columns)));
        for (List<Object> cells : first) {
            out.println(line(cells));
        }
        first.clear();
        out.flush();
    }

    private String line(List<Object> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            Object cell = cells.get(i);
            String text = text(cell);
            String padding = " ".repeat(Math.max(0, widths[i] - text.length()));
            line.append(i == 0 ? "" : "  ");
            line.append(cell instanceof Number ? padding + text : text + padding);
        }
        return line.toString().stripTrailing();
    }

    /** A time for people: {@code 5 s}, {@code 3 min}, {@code 2 h}, {@code 9 d}. */
    public static String age(long ms) {
        Duration age = Duration.ofMillis(Math.max(0, ms));
        if (age.toMinutes() == 0) {
            return age.toSeconds() + " s";
        } else if (age.toHours() == 0) {
            return age.toMinutes() + " min";
        }
        return age.toDays() < 2 ? age.toHours() + " h" : age.toDays() + " d";
    }

    /** For a terminal: what would move its cursor is spelled. */
    public static String text(Object cell) {
        if (cell == null) {
            return "-";
        }
        String text = Shown.text(cell);
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                if (safe == null) {
                    safe = new StringBuilder(text.substring(0, i));
                }
                safe.append(
                        switch (c) {
                            case '\n' -> "\\n";
                            case '\r' -> "\\r";
                            case '\t' -> "\\t";
                            default -> String.format("\\u%04x", (int) c);
                        });
            } else if (safe != null) {
                safe.append(c);
            }
        }
        return safe == null ? text : safe.toString();
    }

    private static String csv(List<Object> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(i == 0 ? "" : ",");
            Object cell = cells.get(i);
            if (cell instanceof Shown.Bytes bytes) {
                line.append("0x").append(bytes.hex());
            } else if (cell instanceof Map
                    || cell instanceof List
                    || cell instanceof Shown.Fields) {
                line.append(quoted(Json.line(plain(cell))));
            } else if (cell != null) {
                line.append(quoted(cell.toString()));
            }
        }
        return line.toString();
    }

    private static String quoted(String text) {
        return text.isEmpty() || text.matches("(?s).*[\",\r\n].*|\\s.*|.*\\s")
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }

    private Map<String, Object> object(List<Object> cells) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            object.put(columns.get(i), plain(cells.get(i)));
        }
        return object;
    }

    /** A value in what JSON has: a map whose keys are no texts is a list of pairs. */
    static Object plain(Object value) {
        if (value instanceof Shown.Fields fields) {
            Map<String, Object> object = new LinkedHashMap<>();
            fields.values().forEach((name, each) -> object.put(name, plain(each)));
            return object;
        } else if (value instanceof Map<?, ?> map) {
            boolean named = map.keySet().stream().allMatch(String.class::isInstance);
            Map<String, Object> object = new LinkedHashMap<>();
            List<Object> pairs = new ArrayList<>();
            map.forEach(
                    (key, each) -> {
                        object.put(String.valueOf(key), plain(each));
                        Map<String, Object> pair = new LinkedHashMap<>();
                        pair.put("key", plain(key));
                        pair.put("value", plain(each));
                        pairs.add(pair);
                    });
            return named ? object : pairs;
        } else if (value instanceof List<?> list) {
            List<Object> array = new ArrayList<>();
            list.forEach(each -> array.add(plain(each)));
            return array;
        } else if (value instanceof Shown.Bytes bytes) {
            return "0x" + bytes.hex();
        } else if (value instanceof Double number && !Double.isFinite(number)
                || value instanceof Float single && !Float.isFinite(single)) {
            return value.toString();
        }
        return value;
    }

    @Override
    public void close() {
        end();
    }

    /** All rows are there. Idempotent. */
    public void end() {
        if (format == Format.table) {
            beginTable();
        }
        out.flush();
    }
}
