// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.ConfigOption;
import io.millrace.engine.SettingsTable;
import io.millrace.engine.SettingsTable.Group;
import io.millrace.engine.SettingsTable.Says;
import io.millrace.engine.SettingsTable.Standing;
import io.millrace.spi.SettingTexts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What holds for a program that sets nothing itself: each setting, its value, and where it is from.
 */
final class EffectiveSettings {

    /**
     * One setting.
     *
     * @param key the current key
     * @param setAs the key it was set by; null when it is the current one, or nothing was set
     * @param value null when nothing is set and there is no default
     * @param usual the default; null for none
     * @param origin null for the default
     * @param says whether it is followed; null for a key nobody knows
     */
    private record Line(
            String key, String setAs, String value, String usual, Origin origin, Says says) {

        String where() {
            return origin == null ? "default" : origin + (setAs == null ? "" : ", as " + setAs);
        }

        String remark() {
            if (says == null) {
                return "  (there is no such setting)";
            }
            return says.standing() == Standing.WITHOUT_MEANING ? "  (no meaning here)" : "";
        }
    }

    /** A column is as wide as its widest text, but longer ones don't push all others away. */
    private static final int WIDEST = 70;

    private final Path file;
    private final Map<Group, List<Line>> lines = new EnumMap<>(Group.class);

    /**
     * What holds.
     *
     * @param all with what nobody has set, where that is followed here
     */
    EffectiveSettings(LauncherSettings made, boolean all) {
        this.file = made.file();
        TreeSet<String> left = new TreeSet<>(made.configuration().keySet());
        // A key may be one option's own and another's fallback: then it is shown as the former.
        for (ConfigOption<?> option : SettingsTable.options()) {
            if (option.key().equals(made.origins().keyAsMade(option.key()))
                    && left.remove(option.key())) {
                add(line(option, option.key(), made));
            }
        }
        for (ConfigOption<?> option : SettingsTable.options()) {
            String setBy = made.origins().keyAsMade(option.key());
            if (setBy != null && left.remove(setBy)) {
                add(line(option, setBy, made));
            } else if (setBy == null && all && isFollowed(option)) {
                add(line(option, null, made));
            }
        }
        // Entries of maps, families without options, and what nobody knows.
        for (String key : left) {
            String value = SettingsTable.shown(key, made.configuration().toMap().get(key));
            Says says = SettingsTable.saysOf(key).orElse(null);
            add(new Line(key, null, value, null, made.origins().of(key), says));
        }
        lines.values().forEach(group -> group.sort(Comparator.comparing(Line::key)));
    }

    private void add(Line line) {
        lines.computeIfAbsent(Group.of(line.key()), group -> new ArrayList<>()).add(line);
    }

    private static boolean isFollowed(ConfigOption<?> option) {
        return !SettingsTable.isOlderForm(option)
                && SettingsTable.says(option).standing() == Standing.WORKS;
    }

    private static Line line(ConfigOption<?> option, String setBy, LauncherSettings made) {
        String key = option.key();
        Object value = made.configuration().get(option);
        return new Line(
                key,
                key.equals(setBy) ? null : setBy,
                value == null ? null : SettingsTable.shown(key, value),
                option.hasDefaultValue() ? SettingTexts.text(option.defaultValue()) : null,
                setBy == null ? null : made.origins().of(setBy),
                SettingsTable.says(option));
    }

    /** For people: in groups, with columns. */
    List<String> table() {
        List<String> text = new ArrayList<>();
        text.add(file == null ? "No file of settings was read." : "File of settings: " + file);
        if (lines.isEmpty()) {
            text.add("Nothing is set; all defaults hold (--all shows them).");
        }
        int keys = widest(Line::key);
        int values = widest(EffectiveSettings::shown);
        lines.forEach(
                (group, settings) -> {
                    text.add("");
                    text.add(group.title());
                    for (Line line : settings) {
                        text.add(
                                "  "
                                        + padded(line.key(), keys)
                                        + "  "
                                        + padded(shown(line), values)
                                        + "  "
                                        + line.where()
                                        + line.remark());
                    }
                });
        return text;
    }

    private int widest(Function<Line, String> column) {
        return lines.values().stream()
                .flatMap(List::stream)
                .mapToInt(line -> column.apply(line).length())
                .filter(width -> width <= WIDEST)
                .max()
                .orElse(1);
    }

    private static String shown(Line line) {
        return line.value() == null ? "-" : line.value().isEmpty() ? "''" : line.value();
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** For programs. */
    String json() {
        List<Map<String, Object>> settings = new ArrayList<>();
        lines.forEach((group, ofGroup) -> ofGroup.forEach(line -> settings.add(json(group, line))));
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("file", file);
        whole.put("settings", settings);
        return Json.of(whole);
    }

    private static Map<String, Object> json(Group group, Line line) {
        Map<String, Object> origin = new LinkedHashMap<>();
        if (line.origin() == null) {
            origin.put("kind", "default");
        } else if (line.origin().file() != null) {
            origin.put("kind", "file");
            origin.put("file", line.origin().file());
            origin.put("line", line.origin().line());
        } else {
            origin.put("kind", "option");
            origin.put("option", line.origin().option());
        }
        if (line.setAs() != null) {
            origin.put("key", line.setAs());
        }
        Map<String, Object> setting = new LinkedHashMap<>();
        setting.put("key", line.key());
        setting.put("value", line.value());
        setting.put("default", line.usual());
        setting.put("origin", origin);
        setting.put("group", group.title());
        setting.put("standing", standing(line.says()));
        return setting;
    }

    private static String standing(Says says) {
        if (says == null) {
            return "unknown";
        }
        return switch (says.standing()) {
            case WORKS -> "works";
            case REFUSED -> "refused";
            case WITHOUT_MEANING -> "no meaning";
        };
    }
}
