// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What checkpoints of much state cost that changes little, in a whole job: W5, ten million keys on
 * the heap, 200,000 records a second, of which each second touches 100,000 keys at most, and a
 * checkpoint each second. Full checkpoints of Millrace, incremental ones, and Flink's with its heap
 * backend, one after another.
 *
 * <pre>
 *   CheckpointCost [seconds=210] [keys=10_000_000] [p=2] [gate=true]
 * </pre>
 *
 * With {@code gate=true} the process ends with 1 unless an incremental checkpoint writes 3 % of a
 * full one at most, on the average, all rewriting included, and all sums are right.
 */
public final class CheckpointCost {

    private static final int PER_SECOND = 200_000;
    private static final double MOST_OF_A_FULL_ONE = 0.03;

    private CheckpointCost() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options =
                new LinkedHashMap<>(
                        Map.of("seconds", "210", "keys", "10000000", "p", "2", "gate", "false"));
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            if (pair.length != 2 || options.replace(pair[0], pair[1].replace("_", "")) == null) {
                System.err.println("usage: CheckpointCost [seconds=N] [keys=N] [p=N] [gate=true]");
                System.exit(2);
            }
        }
        long keys = Long.parseLong(options.get("keys"));
        long n = keys + Long.parseLong(options.get("seconds")) * PER_SECOND;
        List<String> arguments =
                List.of(
                        "w=W5",
                        "p=" + options.get("p"),
                        "keys=" + keys,
                        "n=" + n,
                        "rate=" + PER_SECOND,
                        "each=" + PER_SECOND);
        Map<String, Map<String, String>> runs = new LinkedHashMap<>();
        runs.put("millrace, full", run(MillraceMain.class, "millrace", "reuse", arguments));
        runs.put(
                "millrace, incremental",
                run(MillraceMain.class, "millrace", "reuse,incremental", arguments));
        runs.put("flink, full", run(FlinkMain.class, "flink", "reuse", arguments));

        System.out.printf(
                Locale.ROOT,
                "%n%-22s %6s %14s %9s %9s %9s %12s %12s%n",
                "W5",
                "taken",
                "written, KB",
                "p50, ms",
                "p99, ms",
                "max, ms",
                "max gap, ms",
                "CPU, s");
        boolean right = true;
        for (Map.Entry<String, Map<String, String>> run : runs.entrySet()) {
            Map<String, String> got = run.getValue();
            boolean verified = "true".equals(got.get("verified"));
            right &= verified;
            System.out.printf(
                    Locale.ROOT,
                    "%-22s %6s %14s %9s %9s %9s %12s %12s%s%n",
                    run.getKey(),
                    got.get("taken"),
                    got.get("writtenEachKB"),
                    got.get("tookMs_p50"),
                    got.get("tookMs_p99"),
                    got.get("tookMs_max"),
                    got.get("maxGapMs"),
                    got.get("cpuSecs"),
                    verified ? "" : "   RESULTS DIFFER");
        }
        double written = written(runs.get("millrace, incremental"));
        double ofOurs = written / written(runs.get("millrace, full"));
        System.out.printf(
                Locale.ROOT,
                "an incremental one writes %.2f %% of a full one, %.2f %% of Flink's%n",
                100 * ofOurs,
                100 * written / written(runs.get("flink, full")));
        boolean kept = right && ofOurs <= MOST_OF_A_FULL_ONE;
        System.exit(kept || !options.get("gate").equals("true") ? 0 : 1);
    }

    private static double written(Map<String, String> run) {
        return Double.parseDouble(run.getOrDefault("writtenEachKB", "NaN"));
    }

    private static Map<String, String> run(
            Class<?> main, String system, String variant, List<String> arguments) throws Exception {
        List<String> all = new ArrayList<>(arguments);
        all.add("variant=" + variant);
        return FreshJvm.run(main, system, FreshJvm.Race.OF_JOBS, FreshJvm.heap("8g"), all);
    }
}
