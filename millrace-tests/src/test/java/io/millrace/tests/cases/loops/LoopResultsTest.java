// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What comes out of loops, and that they end, at several parallelisms. */
class LoopResultsTest {

    private static final TypeInformation<Tuple3<Long, Long, Long>> TRIPLE =
            Types.TUPLE(Types.LONG, Types.LONG, Types.LONG);

    private static DataStream<Tuple3<Long, Long, Long>> begun(
            StreamExecutionEnvironment env, long to) {
        return begunFrom(env, 2, to);
    }

    private static DataStream<Tuple3<Long, Long, Long>> begunFrom(
            StreamExecutionEnvironment env, long from, long to) {
        return env.fromSource(
                        NumberSource.numbers(from, to).inSplits(3),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(Collatz::begin)
                .returns(TRIPLE);
    }

    private static List<String> sorted(Collected<String> sink) {
        List<String> rows = new ArrayList<>(sink.values());
        rows.sort(null);
        return rows;
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}, {1}")
    @CsvSource({
        "1, forward",
        "2, forward",
        "3, forward",
        "1, keyed",
        "2, keyed",
        "3, keyed",
        "1, rebalanced",
        "2, rebalanced",
        "3, rebalanced"
    })
    @DisplayName("M16: each record leaves the loop once, after the steps it needs")
    void eachRecordLeavesTheLoopOnceAfterTheStepsItNeeds(int parallelism, String way)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        IterativeStream<Tuple3<Long, Long, Long>> loop = begun(env, 2000).iterate();
        DataStream<Tuple3<Long, Long, Long>> stepped = loop.map(new Collatz.Step());
        DataStream<Tuple3<Long, Long, Long>> again = stepped.filter(r -> !Collatz.isDone(r));
        loop.closeWith(
                switch (way) {
                    case "keyed" -> again.keyBy(r -> r.f1);
                    case "rebalanced" -> again.rebalance();
                    default -> again;
                });
        stepped.filter(Collatz::isDone).map(Collatz::row).addSink(sink);
        Jobs.run(env, "collatz");

        assertThat(sorted(sink)).isEqualTo(Collatz.rows(2000));
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @CsvSource({"1", "2", "3"})
    @DisplayName("M16: feedback of another type is the second input of the loop's beginning")
    void feedbackOfAnotherTypeIsTheSecondInput(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        IterativeStream.ConnectedIterativeStreams<Long, Tuple3<Long, Long, Long>> loop =
                env.fromSource(
                                NumberSource.numbers(2, 1000),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .iterate()
                        .withFeedbackType(TRIPLE);
        DataStream<Tuple3<Long, Long, Long>> stepped = loop.flatMap(new BeginOrStep());
        loop.closeWith(stepped.filter(r -> !Collatz.isDone(r)).keyBy(r -> r.f0));
        stepped.filter(Collatz::isDone).map(Collatz::row).addSink(sink);
        Jobs.run(env, "collatz with feedback of another type");

        assertThat(sorted(sink)).isEqualTo(Collatz.rows(1000));
    }

    private static final class BeginOrStep
            implements CoFlatMapFunction<Long, Tuple3<Long, Long, Long>, Tuple3<Long, Long, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap1(Long number, Collector<Tuple3<Long, Long, Long>> out) {
            out.collect(Collatz.begin(number));
        }

        @Override
        public void flatMap2(
                Tuple3<Long, Long, Long> record, Collector<Tuple3<Long, Long, Long>> out) {
            out.collect(Collatz.step(record));
        }
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @CsvSource({"1", "2"})
    @DisplayName("M16: what leaves one loop enters the next")
    void whatLeavesOneLoopEntersTheNext(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<Long> sink = new Collected<>();
        IterativeStream<Long> first = longs(env, 500).iterate();
        DataStream<Long> up = first.map(n -> n + 1000);
        first.closeWith(up.filter(n -> n < 5000));
        IterativeStream<Long> second = up.filter(n -> n >= 5000).rebalance().iterate();
        DataStream<Long> down = second.map(n -> n - 700);
        second.closeWith(down.filter(n -> n > 0));
        down.filter(n -> n <= 0).addSink(sink);
        Jobs.run(env, "two loops");

        List<Long> expected = new ArrayList<>();
        for (long n = 1; n <= 500; n++) {
            long value = n;
            do {
                value += 1000;
            } while (value < 5000);
            do {
                value -= 700;
            } while (value > 0);
            expected.add(value);
        }
        assertThat(sink.values()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @CsvSource({"1", "2", "3"})
    @DisplayName("M16: a loop within a loop")
    void aLoopWithinALoop(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<Long> sink = new Collected<>();
        IterativeStream<Long> outer = longs(env, 300).iterate();
        IterativeStream<Long> inner = outer.map(n -> n + 17).iterate();
        DataStream<Long> more = inner.map(n -> n + 13);
        inner.closeWith(more.filter(n -> n % 5 != 0).rebalance());
        DataStream<Long> fives = more.filter(n -> n % 5 == 0);
        outer.closeWith(fives.filter(n -> n < 1000).keyBy(n -> n));
        fives.filter(n -> n >= 1000).addSink(sink);
        Jobs.run(env, "nested");

        List<Long> expected = new ArrayList<>();
        for (long n = 1; n <= 300; n++) {
            long value = n;
            do {
                value += 17;
                do {
                    value += 13;
                } while (value % 5 != 0);
            } while (value < 1000);
            expected.add(value);
        }
        assertThat(sink.values()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    @DisplayName("M16: a loop is closed with several streams")
    void aLoopIsClosedWithSeveralStreams() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        Collected<String> sink = new Collected<>();
        IterativeStream<Tuple3<Long, Long, Long>> loop = begun(env, 500).iterate();
        DataStream<Tuple3<Long, Long, Long>> stepped = loop.map(new Collatz.Step());
        loop.closeWith(stepped.filter(r -> r.f1 % 2 == 0));
        loop.closeWith(stepped.filter(r -> r.f1 % 2 == 1 && !Collatz.isDone(r)).rebalance());
        stepped.filter(Collatz::isDone).map(Collatz::row).addSink(sink);
        Jobs.run(env, "two ways back");

        assertThat(sorted(sink)).isEqualTo(Collatz.rows(500));
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}, {1}, checkpoints {2}")
    @CsvSource({
        "1, one type, false",
        "2, one type, false",
        "2, one type, true",
        "1, two types, false",
        "3, two types, false",
        "2, two types, true"
    })
    @DisplayName("M16: a loop is closed with a union, a part of which comes from elsewhere")
    void aPartOfWhatClosesTheLoopComesFromElsewhere(
            int parallelism, String types, boolean checkpoints) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        if (checkpoints) {
            env.enableCheckpointing(1);
            env.getCheckpointConfig().setForceCheckpointing(true);
        }
        Collected<String> sink = new Collected<>();
        if (types.equals("one type")) {
            IterativeStream<Tuple3<Long, Long, Long>> loop = begun(env, 1000).iterate();
            DataStream<Tuple3<Long, Long, Long>> others = begunFrom(env, 1001, 2000);
            DataStream<Tuple3<Long, Long, Long>> stepped = loop.map(new Collatz.Step());
            loop.closeWith(stepped.filter(r -> !Collatz.isDone(r)).rebalance().union(others));
            stepped.filter(Collatz::isDone).map(Collatz::row).addSink(sink);
        } else {
            IterativeStream.ConnectedIterativeStreams<Long, Tuple3<Long, Long, Long>> loop =
                    env.fromSource(
                                    NumberSource.numbers(2, 1000),
                                    WatermarkStrategy.noWatermarks(),
                                    "numbers")
                            .iterate(20)
                            .withFeedbackType(TRIPLE);
            DataStream<Tuple3<Long, Long, Long>> stepped = loop.flatMap(new BeginOrStep());
            loop.closeWith(
                    begunFrom(env, 1001, 2000)
                            .keyBy(r -> r.f1)
                            .union(stepped.filter(r -> !Collatz.isDone(r)).keyBy(r -> r.f0)));
            stepped.filter(Collatz::isDone).map(Collatz::row).addSink(sink);
        }
        Jobs.run(env, "collatz from two sides");

        assertThat(sorted(sink)).isEqualTo(Collatz.rows(2000));
    }

    private static DataStream<Long> longs(StreamExecutionEnvironment env, long to) {
        return env.fromSource(
                NumberSource.numbers(1, to).inSplits(2),
                WatermarkStrategy.noWatermarks(),
                "numbers");
    }
}
