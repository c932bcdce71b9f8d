// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The numbers that go through the simulated jobs, and what must come of them, by plain loops. */
final class Expected {

    static final int KEYS = 5;
    static final long WINDOW_MS = 200;

    /**
     * A processing-time timer per key rings at this time; sources hold their last numbers back a
     * little longer.
     */
    static final long TICK_MS = ManualClock.BEGINNING_MS + 20;

    static final long HOLD_MS = TICK_MS + 3;

    /** Rings when all data is through. */
    static final long END_MS = 1_000_000;

    /**
     * Between a row and the numbers that those it passed gave it, each from 1 in a sequence of its
     * own: name.number
     */
    static final String WRITER = "#";

    private Expected() {}

    /** Numbers of different streams differ by thousands. */
    static long timestamp(long number) {
        return number % 1000 * 10;
    }

    static long key(long number) {
        return number % KEYS;
    }

    static long windowOf(long number) {
        return (timestamp(number) / WINDOW_MS + 1) * WINDOW_MS - 1;
    }

    /**
     * Rows in order, without the numbers that were given to them; and whether those were given
     * well.
     */
    static List<String> outcome(SimulatedWorld world) {
        List<String> rows = new ArrayList<>();
        Map<String, TreeSet<Long>> writers = new TreeMap<>();
        for (String row : world.ledger().committed()) {
            String[] parts = row.split(WRITER, -1);
            rows.add(parts[0]);
            for (int i = 1; i < parts.length; i++) {
                int dot = parts[i].indexOf('.');
                if (!writers.computeIfAbsent(parts[i].substring(0, dot), x -> new TreeSet<>())
                        .add(Long.valueOf(parts[i].substring(dot + 1)))) {
                    rows.add("a number was given twice: " + row);
                }
            }
        }
        writers.forEach(
                (writer, numbers) -> {
                    if (numbers.last() != numbers.size()) {
                        rows.add(
                                writer
                                        + " numbered "
                                        + numbers.size()
                                        + " rows up to "
                                        + numbers.last());
                    }
                });
        rows.sort(null);
        return rows;
    }

    /** Running counts per key, 1 to n. */
    static List<String> counts(String label, long from, int n) {
        List<String> rows = new ArrayList<>();
        long[] counts = new long[KEYS];
        for (long number = from; number < from + n; number++) {
            rows.add(label + key(number) + "=" + ++counts[(int) key(number)]);
        }
        return rows;
    }
}
