// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Barriers hold nothing up. Of two ways that part and meet again nothing is lost, but a number may
 * be there more often than it should; in a pipeline of forward edges beside them everything is
 * there once, as ever.
 */
final class AtLeastOnceJob implements Shape.Job {

    private static final int FORWARD = 1000;
    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 6;
    private static final String FORWARD_ROW = "forward ";
    private static final String NUMBER_ROW = "number ";
    private static final String KEY_ROW = "key ";

    /** Rows that came once too often, over all worlds. */
    static final AtomicLong SURPLUS = new AtomicLong();

    private final DiamondJob meeting = new DiamondJob();

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.getCheckpointConfig().setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        meeting.program(env, world);
        env.fromSource(
                        new NumbersSource(world, FORWARD, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "forward numbers")
                .map(
                        number -> {
                            world.userCode("forward map");
                            return FORWARD_ROW + number;
                        })
                .startNewChain()
                .sinkTo(new LedgerSink(world, "forward"));
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (String row : meeting.rows()) {
            rows.add(row.startsWith(KEY_ROW) ? enough(row) : row);
        }
        for (int i = 0; i < SPLITS * PER_SPLIT; i++) {
            rows.add(FORWARD_ROW + (FORWARD + i));
        }
        rows.sort(null);
        return rows;
    }

    private static String enough(String row) {
        return row.substring(0, row.indexOf(" had ")) + " had enough";
    }

    /**
     * What the job owes: the rows that there must be, each once however often it came; and all that
     * came and is no repetition of those. Of the forward pipeline all rows.
     */
    @Override
    public List<String> outcome(SimulatedWorld world) {
        TreeSet<String> owed = new TreeSet<>(meeting.rows());
        List<String> exact = new ArrayList<>();
        TreeSet<String> found = new TreeSet<>();
        long meetings = 0;
        for (String row : Expected.outcome(world)) {
            if (row.startsWith(NUMBER_ROW)) {
                meetings++;
                if (owed.contains(row) || !isRepetition(row, owed)) {
                    found.add(row);
                }
            } else if (row.startsWith(KEY_ROW)) {
                found.add(atLeast(row, owed) ? enough(row) : row);
            } else {
                exact.add(row);
            }
        }
        SURPLUS.addAndGet(
                meetings - owed.stream().filter(row -> row.startsWith(NUMBER_ROW)).count());
        exact.addAll(found);
        exact.sort(null);
        return exact;
    }

    /** A number that is owed, for a time beyond those owed. */
    private static boolean isRepetition(String row, TreeSet<String> owed) {
        return owed.contains(row.substring(0, row.indexOf(" for the ")) + " for the 1. time");
    }

    private static boolean atLeast(String row, TreeSet<String> owed) {
        String key = row.substring(0, row.indexOf(" had ") + " had ".length());
        long sum = Long.parseLong(row.substring(key.length()));
        return owed.stream()
                .filter(right -> right.startsWith(key))
                .anyMatch(right -> sum >= Long.parseLong(right.substring(key.length())));
    }
}
