// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/** Two-phase sinks of both contracts behind one source, one of them behind an exchange. */
final class TwoPhaseJob implements Shape.Job {

    private static final int SPLITS = 7;
    private static final int PER_SPLIT = 6;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        DataStream<Long> numbers =
                env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        numbers.map(number -> "chained " + number).addSink(new TwoPhaseLedgerSink(world));
        numbers.map(number -> "older " + number)
                .rebalance()
                .addSink(new TwoPhaseLedgerSink(world))
                .setParallelism(2);
        numbers.map(number -> "newer " + number)
                .rebalance()
                .map(
                        row -> {
                            world.userCode("map");
                            return row;
                        })
                .setParallelism(3)
                .sinkTo(new LedgerSink(world, "writer"))
                .setParallelism(1);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("chained " + number);
            rows.add("older " + number);
            rows.add("newer " + number);
        }
        rows.sort(null);
        return rows;
    }
}
