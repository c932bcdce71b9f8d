// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * A source that ends at once and one that goes on, with a branch of its own behind the first:
 * checkpoints are taken and restored while some tasks have finished and others wait for their last
 * commit.
 */
final class FinishedJob implements Shape.Job {

    private static final int EARLY = 3;
    private static final int SPLITS = 3;
    private static final int PER_SPLIT = 12;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        DataStream<Long> early =
                env.fromSource(
                        new NumbersSource(world, 0, 1, EARLY, 0),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "early");
        DataStream<Long> late =
                env.fromSource(
                        new NumbersSource(
                                world, EARLY, SPLITS, PER_SPLIT, ManualClock.BEGINNING_MS + 40),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "late");
        early.map(number -> "alone " + number).addSink(new TwoPhaseLedgerSink(world));
        early.map(number -> "behind " + number)
                .rebalance()
                .sinkTo(new LedgerSink(world, "behind"))
                .setParallelism(1);
        early.union(late)
                .keyBy(Expected::key)
                .process(new KeyedCounts(world))
                .sinkTo(new LedgerSink(world, "writer"));
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(KeyedCounts.rows(0, EARLY + SPLITS * PER_SPLIT));
        rows.removeIf(row -> row.startsWith("side "));
        for (long number = 0; number < EARLY; number++) {
            rows.add("alone " + number);
            rows.add("behind " + number);
        }
        rows.sort(null);
        return rows;
    }
}
