// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.ApiTable;
import io.millrace.rename.Renaming;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
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
                    "org/apache/avro/",
                    "org/apache/commons/codec/",
                    "org/apache/commons/compress/",
                    "org/apache/commons/io/",
                    "org/apache/commons/lang3/",
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
            companions.addAll(needless(classes));
        }
    }

    /** Of the companions those that nothing which goes along names, other companions included. */
    private Set<String> needless(Map<String, byte[]> classes) {
        Map<String, Set<String>> named = new HashMap<>();
        classes.forEach(
                (name, file) -> {
                    if (isLibrary(name) || name.startsWith(PREFIX) && isOwn(name)) {
                        return;
                    }
                    String text = new String(file, StandardCharsets.ISO_8859_1);
                    Set<String> byIt =
                            named.computeIfAbsent(companion(name), none -> new HashSet<>());
                    for (String each : COMPANIONS) {
                        if (text.contains(each) || text.contains(each.replace('/', '.'))) {
                            byIt.add(each);
                        }
                    }
                });
        Set<String> needless = new HashSet<>(COMPANIONS);
        needless.removeAll(named.getOrDefault("", Set.of()));
        int before;
        do {
            before = needless.size();
            for (String each : COMPANIONS) {
                if (!needless.contains(each)) {
                    needless.removeAll(named.getOrDefault(each, Set.of()));
                }
            }
        } while (needless.size() < before);
        return needless;
    }

    private static boolean isLibrary(String path) {
        return LIBRARIES.stream().anyMatch(path::startsWith);
    }

    /** Which of them a class is of; empty if of none. */
    private static String companion(String name) {
        return COMPANIONS.stream().filter(name::startsWith).findFirst().orElse("");
    }

    /** Whether the entry of that path, before renaming, is left out. */
    boolean has(String versioned) {
        String path = VERSIONED.matcher(versioned).replaceFirst("");
        if (path.endsWith("/")) {
            return false;
        }
        if (engine && isLibrary(path) || companions.stream().anyMatch(path::startsWith)) {
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
