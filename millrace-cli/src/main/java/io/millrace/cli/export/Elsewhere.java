// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.rename.Retargeting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Classes that a job's own code uses and that neither the jar nor a cluster has: whoever built the
 * jar has forgotten a library. Its libraries are not asked, for they are full of ways to others
 * that nobody goes.
 */
final class Elsewhere {

    /** What is on each cluster besides Flink's API, or is of the JDK though not for all. */
    private static final List<String> OF_CLUSTERS =
            List.of(
                    "com/esotericsoftware/",
                    "com/sun/",
                    "java/",
                    "javax/",
                    "jdk/",
                    "org/apache/flink/",
                    "org/apache/log4j/",
                    "org/apache/logging/",
                    "org/slf4j/",
                    "sun/");

    private final Map<String, byte[]> classes;
    private final Predicate<String> present;

    /**
     * @param classes all that the job brings, by internal names
     * @param present whether a cluster, or the JDK, has a class
     */
    Elsewhere(Map<String, byte[]> classes, Predicate<String> present) {
        this.classes = classes;
        this.present = present;
    }

    /**
     * From the main class through the classes of its project.
     *
     * @return internal names, each with that of a class which uses it
     */
    Map<String, String> usedFrom(String main) {
        String project = project(main);
        Map<String, String> absent = new TreeMap<>();
        Set<String> seen = new HashSet<>(Set.of(main));
        Deque<String> open = new ArrayDeque<>(Set.of(main));
        while (!open.isEmpty()) {
            String user = open.remove();
            for (String name : Retargeting.classes(classes.get(user))) {
                if (!seen.add(name)) {
                    continue;
                }
                if (!classes.containsKey(name)) {
                    if (OF_CLUSTERS.stream().noneMatch(name::startsWith) && !present.test(name)) {
                        absent.put(name, user);
                    }
                } else if (project.isEmpty() ? name.indexOf('/') < 0 : name.startsWith(project)) {
                    open.add(name);
                }
            }
        }
        return absent;
    }

    /** The first two parts of its package; where these are Flink's now, the package. */
    private static String project(String main) {
        String folder = main.substring(0, main.lastIndexOf('/') + 1);
        int second = folder.indexOf('/', folder.indexOf('/') + 1);
        return second < 0 || folder.startsWith("org/apache/")
                ? folder
                : folder.substring(0, second + 1);
    }
}
