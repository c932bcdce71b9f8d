// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.List;

/** Two sources' subtasks to two keyed ones, with all that a keyed function can do, to two sinks. */
final class ExchangeJob implements Shape.Job {

    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 14;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        program(env, world, number -> number);
    }

    /**
     * @param first what is done to each number behind the source; changes none
     */
    void program(
            StreamExecutionEnvironment env, SimulatedWorld world, MapFunction<Long, Long> first) {
        env.setParallelism(2);
        SingleOutputStreamOperator<String> counts =
                env.fromSource(
                                new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                                WatermarkStrategy.forMonotonousTimestamps(),
                                "numbers")
                        .map(first)
                        .keyBy(Expected::key)
                        .process(new KeyedCounts(world));
        counts.sinkTo(new LedgerSink(world, "writer"));
        counts.getSideOutput(KeyedCounts.SIDE)
                .rebalance()
                .addSink(new TwoPhaseLedgerSink(world))
                .setParallelism(1);
    }

    @Override
    public List<String> rows() {
        return KeyedCounts.rows(0, SPLITS * PER_SPLIT);
    }
}
