// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.pipeline;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What comes of the rounds of two engines. */
final class Medians {

    private Medians() {}

    /** Prints medians with their range, and how many times better Millrace is. */
    static double line(
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
}
