// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.ApiTable;
import io.millrace.rename.Renaming;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What in a job's jar is Millrace itself, bundled: on a cluster Flink has its place.
 *
 * <p>Millrace's own rooms are known by name. In a package that Flink has, too, all is Millrace's if
 * one class of the jar in it is one of Flink's API: then the API was bundled, with what the API
 * needs beside it.
 */
final class OwnParts {

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

    private final Set<String> packages = new HashSet<>();
    private final boolean engine;
    private final Set<String> found = new TreeSet<>();

    /**
     * @param classes all classes of the jar, before renaming
     * @param api what Flink has
     * @param toFlink for names
     */
    OwnParts(Collection<String> classes, ApiTable api, Renaming toFlink) {
        boolean bundled = false;
        for (String name : classes) {
            bundled |= name.startsWith(PREFIX + "engine/");
            if (name.startsWith(PREFIX)
                    && name.indexOf('/', PREFIX.length()) > 0
                    && api.classFile(toFlink.internalName(name)) != null) {
                packages.add(packageOf(name));
            }
        }
        engine = bundled;
    }

    /** Whether the entry of that path, before renaming, is left out. */
    boolean has(String path) {
        if (path.endsWith("/")) {
            return false;
        }
        if (engine && LIBRARIES.stream().anyMatch(path::startsWith)) {
            return true;
        }
        if (!path.startsWith(PREFIX) || !isOwn(path)) {
            return false;
        }
        if (path.endsWith(".class")) {
            found.add(path.substring(0, path.length() - ".class".length()).replace('/', '.'));
        }
        return true;
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

    /** Whether libraries were left out, too. */
    boolean hasEngine() {
        return engine;
    }
}
