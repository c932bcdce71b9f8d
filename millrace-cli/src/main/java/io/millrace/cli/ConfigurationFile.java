// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * The file of settings: millrace.yaml or config.yaml (YAML 1.2, nested or with dots), or flink-conf.yaml (the old line-based
 * rules, CF-2), in the folder that MILLRACE_CONF_DIR names. A file of comments only does not count; two that count are an
 * error.
 *
 * @param path the file
 * @param entries settings by key, in the file's order, with their lines
 */
record ConfigurationFile(Path path, Map<String, Entry> entries) {

    private static final List<String> YAML_FILES = List.of("millrace.yaml", "config.yaml");
    private static final String LEGACY_FILE = "flink-conf.yaml";

    /** A setting and the line it stands in, from 1. */
    record Entry(String value, int line) {}

    /** Reads the one file there is; empty when there is none. */
    static Optional<ConfigurationFile> load(Map<String, String> environment) {
        String folder = environment.get("MILLRACE_CONF_DIR");
        if (folder == null || folder.isEmpty()) {
            return Optional.empty();
        }
        List<ConfigurationFile> found = new ArrayList<>();
        for (String name : YAML_FILES) {
            read(Path.of(folder, name), true).ifPresent(found::add);
        }
        read(Path.of(folder, LEGACY_FILE), false).ifPresent(found::add);
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

    private static Optional<ConfigurationFile> read(Path file, boolean yaml) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            Map<String, Entry> entries = yaml ? yaml(file, text) : legacy(file, text);
            return entries.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ConfigurationFile(file, entries));
        } catch (IOException e) {
            throw new UsageException("The file of settings " + file + " can't be read: " + e.getMessage(), e);
        }
    }

    private static Map<String, Entry> yaml(Path file, String text) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(file.toString()).build();
            Optional<Node> root =
                    new Composer(settings, new ParserImpl(settings, new StreamReader(settings, text))).getSingleNode();
            if (root.isPresent()) {
                if (!(root.get() instanceof MappingNode mapping)) {
                    throw new UsageException(
                            file + " must hold keys and values, as in 'parallelism.default: 2'");
                }
                flatten(file, "", mapping, entries);
            }
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new UsageException(
                    file + ", line " + line + " is not YAML: " + e.getProblem(), e);
        }
        return entries;
    }

    private static void flatten(
            Path file, String prefix, MappingNode mapping, Map<String, Entry> entries) {
        for (NodeTuple tuple : mapping.getValue()) {
            int line = tuple.getKeyNode().getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new UsageException(file + ", line " + line + ": a key must be a word");
            }
            String name = prefix + key.getValue();
            Node value = tuple.getValueNode();
            if (value instanceof MappingNode nested) {
                flatten(file, name + ".", nested, entries);
                continue;
            }
            String text = value instanceof SequenceNode list ? joined(list) : scalar(value);
            Entry before = entries.put(name, new Entry(text, line));
            if (before != null) {
                throw new UsageException(
                        file + ", line " + line + ": " + name + " stands in line " + before.line() + " already");
            }
        }
    }

    /** A list in the form that Flink's options of lists take. */
    private static String joined(SequenceNode list) {
        List<String> items = new ArrayList<>();
        list.getValue().forEach(item -> items.add(scalar(item)));
        return String.join(";", items);
    }

    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    private static Map<String, Entry> legacy(Path file, String text) {
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
                System.err.println(
                        "millrace: warning: "
                                + file
                                + ", line "
                                + line
                                + " is skipped, since it is not 'key: value': "
                                + content);
                continue;
            }
            entries.put(key, new Entry(value, line));
        }
        return entries;
    }

    /** Puts the settings into a configuration; warns of keys that nobody knows. */
    void into(Configuration configuration) {
        entries.forEach(
                (key, entry) -> {
                    if (!KnownKeys.isKnown(key)) {
                        System.err.println(
                                "millrace: warning: "
                                        + path
                                        + ", line "
                                        + entry.line()
                                        + ": there is no setting '"
                                        + key
                                        + "'"
                                        + KnownKeys.hint(key));
                    }
                    KnownKeys.check(key, entry.value(), path + ", line " + entry.line());
                    configuration.setString(key, entry.value());
                });
    }
}
