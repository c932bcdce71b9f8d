// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers go round a loop with keyed state, one way back forward and one keyed, and leave it after
 * one to four rounds.
 */
final class LoopJob implements Shape.Job {

    private static final int SPLITS = 3;
    private static final int PER_SPLIT = 10;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        Rounds.configure(env);
        IterativeStream<Tuple2<Long, Long>> loop =
                env.fromSource(
                                new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                                WatermarkStrategy.forMonotonousTimestamps(),
                                "numbers")
                        .map(number -> Tuple2.of(number, Rounds.toGo(number)))
                        .returns(Rounds.TYPE)
                        .iterate();
        SingleOutputStreamOperator<Tuple2<Long, Long>> round =
                loop.keyBy(record -> Expected.key(record.f0)).process(new Rounds(world, "loop"));
        loop.closeWith(round.filter(record -> record.f1 > 0 && record.f0 % 3 == 0));
        loop.closeWith(
                round.filter(record -> record.f1 > 0 && record.f0 % 3 != 0)
                        .keyBy(record -> record.f0));
        DataStream<String> left =
                round.filter(record -> record.f1 == 0).map(record -> "number " + record.f0);
        left.union(round.getSideOutput(Rounds.COUNTS)).sinkTo(new LedgerSink(world, "writer"));
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        long[] rounds = new long[Expected.KEYS];
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("number " + number);
            rounds[(int) Expected.key(number)] += Rounds.toGo(number);
        }
        for (int key = 0; key < Expected.KEYS; key++) {
            rows.add("loop " + key + " saw " + rounds[key]);
        }
        rows.sort(null);
        return rows;
    }
}
