// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.ApiTable;
import io.millrace.rename.Renaming;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What in a job's jar is Millrace itself, bundled: on a cluster Flink has its place.
 *
 * <p>Millrace's own rooms are known by name. In a package that Flink has, too, all is Millrace's if
 * one class of the jar in it is one of Flink's API: then the API was bundled, with what the API
 * needs beside it.
 */
final class OwnParts {

    private static final String CLASS = ".class";
    private static final String PREFIX = "io/millrace/";
    private static final Set<String> ROOMS =
            Set.of(
                    "benchmark",
                    "cli",
                    "engine",
                    "filesystem",
                    "flink",
                    "format",
                    "kafka",
                    "kinesis",
                    "pubsub",
                    "rabbitmq",
                    "rename",
                    "rest",
                    "rocksdb",
                    "spi",
                    "testing");

    /** What comes with the engine and would stand in the way of what Flink brings of it. */
    private static final List<String> LIBRARIES =
            List.of(
                    "com/esotericsoftware/",
                    "org/objenesis/",
                    "org/rocksdb/",
                    "librocksdbjni",
                    "org/slf4j/",
                    "META-INF/maven/io.millrace/");

    /** What comes with Millrace and may be the job's as well: it is, if the job names it. */
    private static final List<String> COMPANIONS =
            List.of(
                    "com/fasterxml/jackson/",
                    "info/picocli/",
                    "org/objectweb/asm/",
                    "org/snakeyaml/engine/",
                    "picocli/");

    private static final Pattern VERSIONED = Pattern.compile("^META-INF/versions/[0-9]+/");

    private final Set<String> packages = new HashSet<>();
    private final Set<String> companions = new HashSet<>();
    private final Set<String> gone = new TreeSet<>();
    private final boolean engine;
    private final Set<String> found = new TreeSet<>();

    /**
     * @param classes all classes of the jar, before renaming
     * @param api what Flink has
     * @param toFlink for names
     */
    OwnParts(Map<String, byte[]> classes, ApiTable api, Renaming toFlink) {
        boolean bundled = false;
        for (String name : classes.keySet()) {
            bundled |= name.startsWith(PREFIX + "engine/");
            if (name.startsWith(PREFIX)
                    && name.indexOf('/', PREFIX.length()) > 0
                    && api.classFile(toFlink.internalName(name)) != null) {
                packages.add(packageOf(name));
            }
        }
        engine = bundled;
        if (engine) {
            COMPANIONS.stream()
                    .filter(prefix -> classes.keySet().stream().anyMatch(n -> n.startsWith(prefix)))
                    .filter(prefix -> !isNamed(prefix, classes))
                    .forEach(companions::add);
        }
    }

    /** Whether a class that goes along names something of a library. */
    private boolean isNamed(String prefix, Map<String, byte[]> classes) {
        String dotted = prefix.replace('/', '.');
        for (Map.Entry<String, byte[]> each : classes.entrySet()) {
            String name = each.getKey();
            if (name.startsWith(prefix)
                    || LIBRARIES.stream().anyMatch(name::startsWith)
                    || name.startsWith(PREFIX) && isOwn(name)) {
                continue;
            }
            String text = new String(each.getValue(), StandardCharsets.ISO_8859_1);
            if (text.contains(prefix) || text.contains(dotted)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the entry of that path, before renaming, is left out. */
    boolean has(String versioned) {
        String path = VERSIONED.matcher(versioned).replaceFirst("");
        if (path.endsWith("/")) {
            return false;
        }
        if (engine && LIBRARIES.stream().anyMatch(path::startsWith)) {
            return true;
        }
        if (companions.stream().anyMatch(path::startsWith)) {
            if (path.endsWith(CLASS)) {
                gone.add(className(path));
            }
            return true;
        }
        if (!path.startsWith(PREFIX) || !isOwn(path)) {
            return false;
        }
        if (path.endsWith(CLASS)) {
            found.add(className(path));
            gone.add(className(path));
        }
        return true;
    }

    private static String className(String path) {
        return path.substring(0, path.length() - CLASS.length()).replace('/', '.');
    }

    private boolean isOwn(String path) {
        int end = path.indexOf('/', PREFIX.length());
        return end > 0
                && (ROOMS.contains(path.substring(PREFIX.length(), end))
                        || packages.contains(packageOf(path)));
    }

    private static String packageOf(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** The classes that were left out so far, as programs name them. */
    Set<String> found() {
        return found;
    }

    /** The same, and those of libraries that came with them. */
    Set<String> gone() {
        return gone;
    }

    /** Whether libraries were left out, too. */
    boolean hasEngine() {
        return engine;
    }
}
