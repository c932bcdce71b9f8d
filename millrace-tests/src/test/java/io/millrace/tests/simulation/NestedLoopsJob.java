// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/**
 * A loop within a loop: in each round of the outer one a number goes round the inner one three
 * times, whose beginning has two inputs.
 */
final class NestedLoopsJob implements Shape.Job {

    private static final int SPLITS = 2;
    private static final int PER_SPLIT = 8;
    private static final long INNER_ROUNDS = 3;

    /** What is in the inner loop: rounds of the outer one to go, times this, and of its own. */
    private static final long OUTER = 100;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(2);
        Rounds.configure(env);
        IterativeStream<Tuple2<Long, Long>> outer =
                env.fromSource(
                                new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                                WatermarkStrategy.forMonotonousTimestamps(),
                                "numbers")
                        .map(number -> Tuple2.of(number, Rounds.toGo(number)))
                        .returns(Rounds.TYPE)
                        .iterate();
        SingleOutputStreamOperator<Tuple2<Long, Long>> outerRound =
                outer.keyBy(record -> Expected.key(record.f0)).process(new Rounds(world, "outer"));
        IterativeStream.ConnectedIterativeStreams<Tuple2<Long, Long>, Tuple2<Long, Long>> inner =
                outerRound.rebalance().iterate().withFeedbackType(Rounds.TYPE);
        SingleOutputStreamOperator<Tuple2<Long, Long>> innerRound =
                inner.map(new Enters())
                        .keyBy(record -> Expected.key(record.f0))
                        .process(new Rounds(world, "inner"));
        inner.closeWith(
                innerRound.filter(record -> record.f1 % OUTER > 0).keyBy(record -> record.f0));
        DataStream<Tuple2<Long, Long>> done =
                innerRound
                        .filter(record -> record.f1 % OUTER == 0)
                        .map(record -> Tuple2.of(record.f0, record.f1 / OUTER))
                        .returns(Rounds.TYPE);
        outer.closeWith(done.filter(record -> record.f1 > 0).rebalance());
        done.filter(record -> record.f1 == 0)
                .map(record -> "number " + record.f0)
                .union(
                        outerRound.getSideOutput(Rounds.COUNTS),
                        innerRound.getSideOutput(Rounds.COUNTS))
                .sinkTo(new LedgerSink(world, "writer"));
    }

    private static final class Enters
            implements CoMapFunction<Tuple2<Long, Long>, Tuple2<Long, Long>, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Long, Long> map1(Tuple2<Long, Long> record) {
            return Tuple2.of(record.f0, record.f1 * OUTER + INNER_ROUNDS);
        }

        @Override
        public Tuple2<Long, Long> map2(Tuple2<Long, Long> record) {
            return record;
        }
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
            rows.add("outer " + key + " saw " + rounds[key]);
            rows.add("inner " + key + " saw " + INNER_ROUNDS * rounds[key]);
        }
        rows.sort(null);
        return rows;
    }
}
