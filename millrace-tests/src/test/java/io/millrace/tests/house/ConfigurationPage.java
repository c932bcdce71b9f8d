// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.description.Formatter;
import io.millrace.configuration.description.TextElement;
import io.millrace.engine.SettingsTable;
import io.millrace.engine.SettingsTable.Group;
import io.millrace.engine.SettingsTable.Says;
import io.millrace.engine.SettingsTable.Standing;
import io.millrace.spi.SettingTexts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The reference page of all settings, docs/configuration.md, made from their table. */
final class ConfigurationPage {

    private static final String HEAD =
            """
            # Settings

            <!-- Made from the table of settings; docs/HACKING.md says how. Changes belong into the descriptions of the options. -->

            Each key can stand in the file of settings, follow `-D` on the command line ([launcher](launcher.md) says how they are
            read), or be put into the `Configuration` that an environment is made from; what a program sets by a call wins over all
            of these. `millrace config` prints what holds and where it was set.

            | kind of value | written as |
            | --- | --- |
            | time | a whole number and a unit: `ns`, `us`, `ms`, `s`, `min`, `h`, `d`; milliseconds without one. `10 s`, `500ms` |
            | size | a whole number and a unit, in steps of 1024: `b`, `kb`, `mb`, `gb`, `tb`; bytes without one. `64 mb` |
            | choice | one of the names given; case does not count, and `-` is as good as `_` |
            | list | entries between semicolons, `a;b`, or `[a, b]`; in YAML a list. One with a semicolon in it stands in quotes |
            | map | `key:value` between commas, or each entry under a key of its own |

            An older key works as its current one does, with a warning; where both are set, the current one counts. What is
            **refused** ends with an error before anything runs, unless it is set to its default; what has **no meaning** in one process
            is accepted, changes nothing, and is named once in the log.
            """;

    private ConfigurationPage() {}

    /** The whole page. */
    static String text() {
        Map<Group, List<ConfigOption<?>>> groups = new EnumMap<>(Group.class);
        for (ConfigOption<?> option : SettingsTable.options()) {
            if (SettingsTable.isOlderForm(option)) {
                continue; // it stands with the one it has become
            }
            groups.computeIfAbsent(Group.of(option.key()), group -> new ArrayList<>()).add(option);
        }
        StringBuilder page = new StringBuilder(HEAD);
        groups.forEach((group, options) -> group(page, group, options));
        families(page);
        return page.toString();
    }

    private static void group(StringBuilder page, Group group, List<ConfigOption<?>> options) {
        page.append("\n## ").append(group.title()).append('\n');
        List<ConfigOption<?>> working = standing(options, Standing.WORKS);
        if (!working.isEmpty()) {
            page.append("\n| key | values | default | meaning |\n| --- | --- | --- | --- |\n");
            for (ConfigOption<?> option : working) {
                page.append("| `")
                        .append(option.key())
                        .append("` | ")
                        .append(cell(SettingsTable.accepted(option)))
                        .append(" | ")
                        .append(usual(option))
                        .append(" | ")
                        .append(cell(description(option)))
                        .append(older(option))
                        .append(" |\n");
            }
        }
        others(page, "Refused", standing(options, Standing.REFUSED));
        others(page, "No meaning here", standing(options, Standing.WITHOUT_MEANING));
    }

    private static List<ConfigOption<?>> standing(
            List<ConfigOption<?>> options, Standing standing) {
        return options.stream()
                .filter(option -> SettingsTable.says(option).standing() == standing)
                .toList();
    }

    /** Keys that do nothing, with those of one reason together. */
    private static void others(StringBuilder page, String heading, List<ConfigOption<?>> options) {
        if (options.isEmpty()) {
            return;
        }
        page.append("\n**").append(heading).append("**\n\n");
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (ConfigOption<?> option : options) {
            byReason.computeIfAbsent(SettingsTable.says(option).why(), why -> new ArrayList<>())
                    .add(
                            "`"
                                    + option.key()
                                    + "` ("
                                    + SettingsTable.accepted(option)
                                    + (option.hasDefaultValue() ? "; " + usual(option) : "")
                                    + ")"
                                    + older(option));
        }
        byReason.forEach(
                (why, keys) ->
                        page.append("- ")
                                .append(Character.toUpperCase(why.charAt(0)))
                                .append(why.substring(1))
                                .append(":\n")
                                .append(
                                        keys.stream()
                                                .map(key -> "  - " + key + "\n")
                                                .collect(Collectors.joining())));
    }

    private static String older(ConfigOption<?> option) {
        List<String> keys = SettingsTable.olderKeys(option);
        return keys.isEmpty()
                ? ""
                : keys.stream().collect(Collectors.joining("`, `", " *Older: `", "`*"));
    }

    private static String usual(ConfigOption<?> option) {
        if (option.equals(CoreOptions.TMP_DIRS)) {
            return "that of the JVM";
        }
        Object usual = option.defaultValue();
        if (usual == null) {
            return "-";
        }
        if (usual.equals(Integer.MAX_VALUE) || usual.equals(MemorySize.MAX_VALUE)) {
            return "unlimited";
        }
        String text = SettingTexts.text(usual);
        return text.isEmpty() ? "empty" : "`" + text + "`";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", "<br>");
    }

    private static void families(StringBuilder page) {
        page.append(
                """

                ## Other keys of Flink

                Keys that begin so are known, so that a file of settings of a cluster can be used as it is.

                | begin with | so |
                | --- | --- |
                """);
        Map<Says, List<String>> bySaying = new LinkedHashMap<>();
        SettingsTable.families()
                .forEach(
                        (prefix, says) ->
                                bySaying.computeIfAbsent(says, s -> new ArrayList<>())
                                        .add("`" + prefix + "`"));
        bySaying.forEach(
                (says, prefixes) ->
                        page.append("| ")
                                .append(String.join(", ", prefixes))
                                .append(" | ")
                                .append(
                                        says.standing() == Standing.REFUSED
                                                ? "refused: "
                                                : "no meaning: ")
                                .append(says.why())
                                .append(" |\n"));
    }

    /** The description as plain text. */
    static String description(ConfigOption<?> option) {
        return new Plain().format(option.description());
    }

    private static final class Plain extends Formatter {
        @Override
        protected void formatLink(StringBuilder state, String link, String description) {
            state.append('[').append(description).append("](").append(link).append(')');
        }

        @Override
        protected void formatLineBreak(StringBuilder state) {
            state.append('\n');
        }

        @Override
        protected void formatText(
                StringBuilder state,
                String format,
                String[] elements,
                EnumSet<TextElement.TextStyle> styles) {
            state.append(String.format(format, (Object[]) elements));
        }

        @Override
        protected void formatList(StringBuilder state, String[] entries) {
            state.append(String.join("; ", entries));
        }

        @Override
        protected Formatter newInstance() {
            return new Plain();
        }
    }
}
