// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs one engine with one workload in a JVM of its own, with a class path of its own. */
final class FreshJvm {

    /** What Millrace, and the harness, need of the class path. */
    private static final Pattern OURS =
            Pattern.compile("millrace-|esotericsoftware|objenesis|slf4j|HdrHistogram|fastutil");

    /** What the race over Kafka needs besides, of either engine. */
    private static final Pattern KAFKA = Pattern.compile("kafka|connector-base|/jackson-");

    /** What Kafka's client needs besides. */
    private static final Pattern CLIENT = Pattern.compile("kafka-clients|lz4|zstd|snappy");

    private static final Pattern ENGINE =
            Pattern.compile(
                    "millrace-(api|engine|library|connector-files|filesystem-local"
                            + "|connector-base|connector-kafka)");

    /** What is measured. */
    enum Race {
        OF_JOBS,
        TO_START,
        OVER_KAFKA
    }

    private FreshJvm() {}

    /** A heap that is there from the first record on. */
    static List<String> heap(String size) {
        return List.of("-Xms" + size, "-Xmx" + size, "-XX:+AlwaysPreTouch");
    }

    /**
     * The fields of the line that the run has printed.
     *
     * @param race what is measured
     * @param arguments of the harness, but for system and directory
     */
    static Map<String, String> run(
            Class<?> main, String system, Race race, List<String> heap, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(heap);
        command.add("-XX:+UseG1GC");
        for (String open :
                List.of(
                        "lang",
                        "lang.reflect",
                        "lang.invoke",
                        "net",
                        "io",
                        "nio",
                        "text",
                        "time",
                        "util",
                        "util.concurrent",
                        "util.concurrent.atomic",
                        "util.concurrent.locks")) {
            command.add("--add-opens=java.base/java." + open + "=ALL-UNNAMED");
        }
        command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
        command.addAll(List.of("-cp", classPath(system, race), main.getName()));
        command.add("system=" + system);
        command.add("dir=" + Path.of("target", "race-" + ProcessHandle.current().pid()));
        command.addAll(arguments);
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Map<String, String> result = new LinkedHashMap<>();
        try (BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith("{")) {
                    Matcher field = Pattern.compile("\"(\\w+)\":\"?([^\",}]*)").matcher(line);
                    while (field.find()) {
                        result.put(field.group(1), field.group(2));
                    }
                    System.err.println(line);
                }
            }
        }
        process.waitFor();
        return result;
    }

    /** Each engine sees what it needs, and not what only the other does. */
    private static String classPath(String system, Race race) {
        Predicate<String> needed =
                system.equals("flink") ? ENGINE.asPredicate().negate() : OURS.asPredicate();
        if (race == Race.OVER_KAFKA) {
            needed =
                    system.equals("flink")
                            ? needed
                            : needed.or(CLIENT.asPredicate()).and(entry -> !isFlinks(entry));
        } else {
            needed = needed.and(KAFKA.asPredicate().negate());
        }
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(needed)
                // The plain loop's, a jar of 12,000 classes; the check of W7 does without.
                .filter(entry -> race != Race.TO_START || !entry.contains("fastutil"))
                // A directory in front is asked for every class, and that is felt at start-up.
                .sorted(Comparator.comparing(entry -> new File(entry).isDirectory()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isFlinks(String entry) {
        return new File(entry).getName().startsWith("flink-");
    }
}
