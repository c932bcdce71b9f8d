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
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The race: runs Millrace and Flink in fresh JVMs, in turn (A B A B ...), and prints medians and
 * their ratios. A run whose count or checksum differs from the plain loop's does not count and
 * fails the race.
 *
 * <pre>
 *   SideBySide [rounds=3] [only=W2] [gate=true]
 * </pre>
 *
 * With {@code gate=true} the process ends with 1 unless every ratio reaches what the project
 * promises.
 */
public final class SideBySide {

    /** What is promised against Flink with object reuse: per CPU-second, and on the wall. */
    private record Promise(double perCpu, double wall) {}

    private static final Map<String, Promise> PROMISES =
            Map.of(
                    "W1", new Promise(1.5, 1.5),
                    "W2", new Promise(5, 4),
                    "W3", new Promise(5, 5),
                    "W3b", new Promise(10, 10),
                    "W4", new Promise(3, 3));

    private record Contest(String workload, int parallelism, String millrace, String flink) {}

    private static final List<Contest> CONTESTS =
            List.of(
                    new Contest("W1", 1, "n=4_000_000 warm=400_000", "n=3_000_000 warm=300_000"),
                    new Contest("W1", 2, "n=4_000_000 warm=400_000", "n=3_000_000 warm=300_000"),
                    new Contest(
                            "W2", 1, "n=40_000_000 warm=5_000_000", "n=5_000_000 warm=1_500_000"),
                    new Contest(
                            "W2", 2, "n=40_000_000 warm=5_000_000", "n=5_000_000 warm=1_500_000"),
                    new Contest(
                            "W3", 1, "n=40_000_000 warm=5_000_000", "n=6_000_000 warm=1_500_000"),
                    new Contest(
                            "W3", 2, "n=40_000_000 warm=5_000_000", "n=6_000_000 warm=1_500_000"),
                    new Contest(
                            "W3b", 1, "n=20_000_000 warm=3_000_000", "n=2_000_000 warm=600_000"),
                    new Contest(
                            "W3b", 2, "n=20_000_000 warm=3_000_000", "n=2_000_000 warm=600_000"),
                    new Contest(
                            "W4",
                            1,
                            "n=300_000_000 warm=30_000_000",
                            "n=100_000_000 warm=10_000_000"),
                    new Contest(
                            "W4",
                            2,
                            "n=300_000_000 warm=30_000_000",
                            "n=100_000_000 warm=10_000_000"),
                    new Contest("W7", 1, "n=10", "n=10"));

    /** What Millrace, and the harness, need of the class path. */
    private static final Pattern OURS =
            Pattern.compile("millrace-|esotericsoftware|objenesis|slf4j|HdrHistogram|fastutil");

    private static final Pattern ENGINE =
            Pattern.compile("millrace-(api|engine|library|connector-files|filesystem-local)");

    private SideBySide() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options =
                new LinkedHashMap<>(Map.of("rounds", "3", "only", "", "gate", "false"));
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            if (pair.length != 2 || options.replace(pair[0], pair[1]) == null) {
                System.err.println("usage: SideBySide [rounds=N] [only=W2] [gate=true]");
                System.exit(2);
            }
        }
        boolean kept = true;
        for (Contest contest : CONTESTS) {
            if (contest.workload().contains(options.get("only"))) {
                kept &= race(contest, Integer.parseInt(options.get("rounds")));
            }
        }
        System.exit(kept || !options.get("gate").equals("true") ? 0 : 1);
    }

    private static boolean race(Contest contest, int rounds) throws Exception {
        List<Map<String, String>> ours = new ArrayList<>();
        List<Map<String, String>> theirs = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            ours.add(run(contest, MillraceMain.class, "millrace", contest.millrace()));
            theirs.add(run(contest, FlinkMain.class, "flink", contest.flink()));
        }
        boolean verified = true;
        for (Map<String, String> run : ours) {
            verified &= "true".equals(run.get("verified"));
        }
        for (Map<String, String> run : theirs) {
            verified &= "true".equals(run.get("verified"));
        }
        System.out.printf(
                Locale.ROOT,
                "%n%s, p=%d%s%n",
                contest.workload(),
                contest.parallelism(),
                verified ? "" : "   RESULTS DIFFER");
        if (contest.workload().equals("W7")) {
            double time = line("main to finished, ms", "finishedMs", ours, theirs, true);
            double memory = line("peak memory, MB", "rssMB", ours, theirs, true);
            boolean kept = verified && time >= 4 && memory >= 4;
            System.out.printf(
                    Locale.ROOT, "  promised: a quarter of each; %s%n", kept ? "kept" : "MISSED");
            return kept;
        }
        double wall = line("records per second", "recsPerSec", ours, theirs, false);
        double cpu = line("records per CPU-second", "recsPerCpuSec", ours, theirs, false);
        Promise promise = PROMISES.get(contest.workload());
        boolean kept = verified && cpu >= promise.perCpu() && wall >= promise.wall();
        System.out.printf(
                Locale.ROOT,
                "  promised: %.1f x per CPU-second, %.1f x on the wall; %s%n",
                promise.perCpu(),
                promise.wall(),
                kept ? "kept" : "MISSED");
        return kept;
    }

    /** Prints medians with their range, and how many times better Millrace is. */
    private static double line(
            String what,
            String key,
            List<Map<String, String>> ours,
            List<Map<String, String>> theirs,
            boolean lessIsBetter) {
        double[] a = sorted(key, ours);
        double[] b = sorted(key, theirs);
        double ratio = a[a.length / 2] / b[b.length / 2];
        double better = lessIsBetter ? 1 / ratio : ratio;
        System.out.printf(
                Locale.ROOT,
                "  %-24s millrace %,15.0f [%,.0f - %,.0f]   flink %,15.0f [%,.0f - %,.0f]   %.2f x%n",
                what,
                a[a.length / 2],
                a[0],
                a[a.length - 1],
                b[b.length / 2],
                b[0],
                b[b.length - 1],
                better);
        return better;
    }

    private static double[] sorted(String key, List<Map<String, String>> runs) {
        return runs.stream()
                .mapToDouble(run -> Double.parseDouble(run.getOrDefault(key, "NaN")))
                .sorted()
                .toArray();
    }

    /** Each engine sees what it needs, and not what only the other does. */
    private static String classPath(String system, boolean startUp) {
        Predicate<String> needed =
                system.equals("flink") ? ENGINE.asPredicate().negate() : OURS.asPredicate();
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(needed)
                // The plain loop's, a jar of 12,000 classes; the check of W7 does without.
                .filter(entry -> !startUp || !entry.contains("fastutil"))
                // A directory in front is asked for every class, and that is felt at start-up.
                .sorted(Comparator.comparing(entry -> new File(entry).isDirectory()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Map<String, String> run(
            Contest contest, Class<?> main, String system, String sizes)
            throws IOException, InterruptedException {
        boolean startUp = contest.workload().equals("W7");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                startUp
                        ? List.of("-Xms32m", "-Xmx1g")
                        : List.of("-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch"));
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
        command.addAll(List.of("-cp", classPath(system, startUp), main.getName()));
        command.addAll(
                List.of(
                        "w=" + contest.workload(),
                        "system=" + system,
                        "p=" + contest.parallelism(),
                        "variant=reuse"));
        command.add("dir=" + Path.of("target", "race-" + ProcessHandle.current().pid()));
        command.addAll(List.of(sizes.split(" ", -1)));
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
}
