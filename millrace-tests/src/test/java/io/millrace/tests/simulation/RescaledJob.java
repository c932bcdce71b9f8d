// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * Every process runs it with another parallelism, drawn for each operator by itself: sources of
 * both kinds, keyed state and timers, operator state in all three modes, and sinks of both
 * contracts. There are few key groups, so that often a key is in the first or last group of a
 * subtask.
 */
final class RescaledJob implements Shape.Job {

    private static final int SPLITS = 9;
    private static final int PER_SPLIT = 5;

    /** Late enough for several processes to leave a checkpoint while numbers are still to come. */
    private static final long HOLD_MS = Expected.HOLD_MS + 100;

    private static final int OLDER = 18;
    private static final int TOKENS = 7;
    private static final int KEY_GROUPS = 6;
    private static final int MOST = 4;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(parallelism(world));
        DataStream<Long> numbers =
                env.fromSource(
                                new NumbersSource(world, 0, SPLITS, PER_SPLIT, HOLD_MS),
                                WatermarkStrategy.forMonotonousTimestamps(),
                                "numbers")
                        .uid("numbers");
        SingleOutputStreamOperator<String> counts =
                numbers.keyBy(Expected::key)
                        .process(new KeyedCounts(world))
                        .uid("counts")
                        .setParallelism(parallelism(world))
                        .setMaxParallelism(KEY_GROUPS);
        // Nobody says how many key groups these have: the first process decides it.
        SingleOutputStreamOperator<String> books =
                numbers.keyBy(Expected::key)
                        .process(new Books(world))
                        .uid("books")
                        .setParallelism(parallelism(world));
        // Never chained, at whatever parallelism: the one may have finished before the other.
        counts.union(books)
                .rebalance()
                .sinkTo(new LedgerSink(world, "writer"))
                .uid("newer sink")
                .setParallelism(parallelism(world));
        env.addSource(new SharedOut(world, 1000, OLDER))
                .setParallelism(parallelism(world))
                .uid("shared out")
                .map(number -> "older " + number)
                .uid("older")
                .rebalance()
                .addSink(new TokenSink(world, TOKENS))
                .uid("older sink")
                .setParallelism(parallelism(world));
    }

    private static int parallelism(SimulatedWorld world) {
        return 1 + world.draw(MOST);
    }

    @Override
    public boolean isRestless() {
        return true;
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>(KeyedCounts.rows(0, SPLITS * PER_SPLIT));
        rows.removeIf(row -> row.startsWith("side "));
        rows.addAll(Expected.counts("book ", 0, SPLITS * PER_SPLIT));
        for (long number = 1000; number < 1000 + OLDER; number++) {
            rows.add("older " + number);
        }
        for (int token = 0; token < TOKENS; token++) {
            rows.add("token " + token);
        }
        rows.sort(null);
        return rows;
    }
}
