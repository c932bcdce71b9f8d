// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.LauncherSettings.Setting;
import io.millrace.spi.SettingTexts;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * The file of settings: millrace.yaml or config.yaml (YAML 1.2, nested or with dots), or
 * flink-conf.yaml (the old line-based rules, CF-2), in the folder that MILLRACE_CONF_DIR names. A
 * file of comments only does not count; two that count are an error.
 *
 * @param path the file
 * @param entries settings by key, in the file's order, with their lines
 */
record ConfigurationFile(Path path, Map<String, Entry> entries) {

    private static final List<String> YAML_FILES = List.of("millrace.yaml", "config.yaml");
    private static final String LEGACY_FILE = "flink-conf.yaml";

    /** A setting and the line it stands in, from 1. */
    record Entry(String value, int line) {}

    /**
     * Reads the one file there is; empty when there is none.
     *
     * @throws UsageException if there are two, or it can't be read
     */
    static Optional<ConfigurationFile> load(Surroundings surroundings) {
        String variable = surroundings.variables().get("MILLRACE_CONF_DIR");
        if (variable == null || variable.isEmpty()) {
            return Optional.empty();
        }
        Path folder = Path.of(variable);
        if (!Files.isDirectory(folder)) {
            throw new UsageException(
                    "MILLRACE_CONF_DIR is " + folder + ", which is not a directory");
        }
        List<ConfigurationFile> found = new ArrayList<>();
        for (String name : YAML_FILES) {
            read(folder.resolve(name), (file, text) -> yaml(file, text, surroundings))
                    .ifPresent(found::add);
        }
        read(folder.resolve(LEGACY_FILE), (file, text) -> legacy(file, text, surroundings))
                .ifPresent(found::add);
        if (found.size() > 1) {
            throw new UsageException(
                    "There are two files of settings, "
                            + found.get(0).path()
                            + " and "
                            + found.get(1).path()
                            + "; only one may have content, so that nobody has to guess which one counts");
        }
        return found.stream().findFirst();
    }

    private interface Form {
        Map<String, Entry> read(Path file, String text);
    }

    private static Optional<ConfigurationFile> read(Path file, Form form) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String text;
        try {
            text = Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new UsageException("The file of settings " + file + " is not UTF-8", e);
        } catch (IOException e) {
            throw new UsageException("The file of settings " + file + " can't be read: " + e, e);
        }
        // Most files have nothing but comments; those need no parser, which would take time to
        // load.
        if (text.lines().map(String::strip).allMatch(l -> l.isEmpty() || l.startsWith("#"))) {
            return Optional.empty();
        }
        return Optional.of(new ConfigurationFile(file, form.read(file, text)));
    }

    private static Map<String, Entry> yaml(Path file, String text, Surroundings surroundings) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
            Optional<Node> root = new Compose(settings).composeString(text);
            if (root.isPresent()) {
                if (!(root.get() instanceof MappingNode mapping)) {
                    throw new UsageException(
                            file + " must hold keys and values, as in 'parallelism.default: 2'");
                }
                flatten(file, "", mapping, entries, surroundings);
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new UsageException(
                    file + ", line " + line + " is not YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) { // a character that YAML does not have
            throw new UsageException(file + " is not YAML: " + e.getMessage(), e);
        }
        return entries;
    }

    private static void flatten(
            Path file,
            String prefix,
            MappingNode mapping,
            Map<String, Entry> entries,
            Surroundings surroundings) {
        Map<String, Integer> lines = new HashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            int line = tuple.getKeyNode().getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new UsageException(file + ", line " + line + ": a key must be a word");
            }
            String name = prefix + key.getValue();
            Integer earlier = lines.putIfAbsent(name, line);
            if (earlier != null) {
                throw twice(file, name, line, earlier);
            }
            Node value = tuple.getValueNode();
            if (value instanceof MappingNode nested) {
                flatten(file, name + ".", nested, entries, surroundings);
                continue;
            }
            if (value.getTag().equals(Tag.NULL)) {
                surroundings.warn(
                        file + ", line " + line + ": " + name + " has no value and is skipped");
                continue;
            }
            String text =
                    value instanceof SequenceNode list ? joined(file, list) : scalar(file, value);
            Entry before = entries.put(name, new Entry(text, line));
            if (before != null) {
                throw twice(file, name, line, before.line());
            }
        }
    }

    private static UsageException twice(Path file, String name, int line, int earlier) {
        return new UsageException(
                file + ", line " + line + ": " + name + " stands in line " + earlier + " already");
    }

    /** A list in the form that options of lists take. */
    private static String joined(Path file, SequenceNode list) {
        return list.getValue().stream()
                .map(entry -> scalar(file, entry))
                .map(ConfigurationFile::quoted)
                .collect(Collectors.joining(";"));
    }

    private static String quoted(String item) {
        return item.matches("[^;'\"]*") ? item : "'" + item.replace("'", "''") + "'";
    }

    private static String scalar(Path file, Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        throw new UsageException(
                file + ", line " + line + ": a list may hold only words and numbers");
    }

    private static Map<String, Entry> legacy(Path file, String text, Surroundings surroundings) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        int line = 0;
        for (String raw : text.split("\n", -1)) {
            line++;
            int comment = raw.indexOf('#');
            String content = (comment < 0 ? raw : raw.substring(0, comment)).trim();
            if (content.isEmpty()) {
                continue;
            }
            int colon = content.indexOf(": ");
            String key = colon < 0 ? "" : content.substring(0, colon).trim();
            String value = colon < 0 ? "" : content.substring(colon + 2).trim();
            if (key.isEmpty() || value.isEmpty()) {
                surroundings.warn(
                        file
                                + ", line "
                                + line
                                + " is skipped, since it is not 'key: value': "
                                + SettingTexts.shown(content, content));
                continue;
            }
            entries.put(key, new Entry(value, line));
        }
        return entries;
    }

    /** The settings, each with its line. */
    List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        entries.forEach(
                (key, entry) ->
                        settings.add(
                                new Setting(key, entry.value(), Origin.of(path, entry.line()))));
        return settings;
    }
}
