// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

    private static Map<String, String> entrant(
            Contest contest, Class<?> main, String system, String sizes)
            throws IOException, InterruptedException {
        List<String> arguments =
                List.of(
                        ("w="
                                        + contest.workload()
                                        + " p="
                                        + contest.parallelism()
                                        + " variant=reuse "
                                        + sizes)
                                .split(" ", -1));
        boolean startUp = contest.workload().equals("W7");
        return FreshJvm.run(
                main,
                system,
                startUp ? FreshJvm.Race.TO_START : FreshJvm.Race.OF_JOBS,
                startUp ? List.of("-Xms32m", "-Xmx1g") : FreshJvm.heap("4g"),
                arguments);
    }

    private static boolean race(Contest contest, int rounds) throws Exception {
        List<Map<String, String>> ours = new ArrayList<>();
        List<Map<String, String>> theirs = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            ours.add(entrant(contest, MillraceMain.class, "millrace", contest.millrace()));
            theirs.add(entrant(contest, FlinkMain.class, "flink", contest.flink()));
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
            double time = Medians.line("main to finished, ms", "finishedMs", ours, theirs, true);
            double memory = Medians.line("peak memory, MB", "rssMB", ours, theirs, true);
            boolean kept = verified && time >= 4 && memory >= 4;
            System.out.printf(
                    Locale.ROOT, "  promised: a quarter of each; %s%n", kept ? "kept" : "MISSED");
            return kept;
        }
        double wall = Medians.line("records per second", "recsPerSec", ours, theirs, false);
        double cpu = Medians.line("records per CPU-second", "recsPerCpuSec", ours, theirs, false);
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
}
