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
 * A loop that is closed with a union of what goes round and of numbers from another source: some
 * enter where the others come back.
 */
final class JoinedLoopJob implements Shape.Job {

    private static final int SPLITS = 2;
    private static final int PER_SPLIT = 10;
    private static final long OTHERS = 1000;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        Rounds.configure(env);
        IterativeStream<Tuple2<Long, Long>> loop = numbers(env, world, 0).iterate();
        SingleOutputStreamOperator<Tuple2<Long, Long>> round =
                loop.keyBy(record -> Expected.key(record.f0)).process(new Rounds(world, "loop"));
        loop.closeWith(
                round.filter(record -> record.f1 > 0)
                        .keyBy(record -> record.f0)
                        .union(numbers(env, world, OTHERS)));
        DataStream<String> left =
                round.filter(record -> record.f1 == 0).map(record -> "number " + record.f0);
        left.union(round.getSideOutput(Rounds.COUNTS)).sinkTo(new LedgerSink(world, "writer"));
    }

    private static DataStream<Tuple2<Long, Long>> numbers(
            StreamExecutionEnvironment env, SimulatedWorld world, long from) {
        return env.fromSource(
                        new NumbersSource(world, from, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.forMonotonousTimestamps(),
                        "numbers from " + from)
                .map(number -> Tuple2.of(number, Rounds.toGo(number)))
                .returns(Rounds.TYPE);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        long[] rounds = new long[Expected.KEYS];
        for (long from : new long[] {0, OTHERS}) {
            for (long number = from; number < from + SPLITS * PER_SPLIT; number++) {
                rows.add("number " + number);
                rounds[(int) Expected.key(number)] += Rounds.toGo(number);
            }
        }
        for (int key = 0; key < Expected.KEYS; key++) {
            rows.add("loop " + key + " saw " + rounds[key]);
        }
        rows.sort(null);
        return rows;
    }
}
