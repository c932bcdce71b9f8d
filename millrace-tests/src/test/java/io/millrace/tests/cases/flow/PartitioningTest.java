// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Throwables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PartitioningTest {

    private static final int RECORDS = 600;

    /** A record's number, the subtask that sent it, and the one that got it. */
    private static final class Mark extends RichMapFunction<Long, Tuple2<Long, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Long, Integer> map(Long value) {
            return Tuple2.of(value, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }
    }

    private static final class Arrive
            extends RichMapFunction<Tuple2<Long, Integer>, Tuple3<Long, Integer, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple3<Long, Integer, Integer> map(Tuple2<Long, Integer> value) {
            return Tuple3.of(
                    value.f0, value.f1, getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }
    }

    private static List<Tuple3<Long, Integer, Integer>> run(
            int senders,
            int receivers,
            UnaryOperator<DataStream<Tuple2<Long, Integer>>> partitioned)
            throws Exception {
        Collected<Tuple3<Long, Integer, Integer>> arrived = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Tuple2<Long, Integer>> marked =
                env.fromSource(
                                NumberSource.numbers(1, RECORDS),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .rebalance()
                        .map(new Mark())
                        .returns(Types.TUPLE(Types.LONG, Types.INT))
                        .setParallelism(senders);
        partitioned
                .apply(marked)
                .map(new Arrive())
                .returns(Types.TUPLE(Types.LONG, Types.INT, Types.INT))
                .setParallelism(receivers)
                .addSink(arrived)
                .setParallelism(receivers);
        Jobs.run(env, "partitioned");
        return arrived.values();
    }

    /** Each record once, and in order between one sender and one receiver. */
    private static void assertWholeAndInOrder(List<Tuple3<Long, Integer, Integer>> arrived) {
        assertThat(arrived.stream().map(t -> t.f0))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, RECORDS).boxed().toList());
        Map<List<Integer>, Long> last = new HashMap<>();
        for (Tuple3<Long, Integer, Integer> each : arrived) {
            Long before = last.put(List.of(each.f1, each.f2), each.f0);
            assertThat(before == null || before < each.f0).isTrue();
        }
    }

    private static Map<List<Integer>, Integer> counts(
            List<Tuple3<Long, Integer, Integer>> arrived) {
        Map<List<Integer>, Integer> counts = new HashMap<>();
        arrived.forEach(t -> counts.merge(List.of(t.f1, t.f2), 1, Integer::sum));
        return counts;
    }

    @DisplayName("rescale: each record once, in order, and only between those who face each other")
    @Test
    void rescale() throws Exception {
        for (int senders = 1; senders <= 4; senders++) {
            for (int receivers = 1; receivers <= 4; receivers++) {
                List<Tuple3<Long, Integer, Integer>> arrived =
                        run(senders, receivers, DataStream::rescale);
                assertWholeAndInOrder(arrived);
                Map<List<Integer>, Integer> counts = counts(arrived);
                assertThat(counts).hasSize(Math.max(senders, receivers));
                for (Map.Entry<List<Integer>, Integer> count : counts.entrySet()) {
                    int sender = count.getKey().get(0);
                    long mine = counts.keySet().stream().filter(k -> k.get(0) == sender).count();
                    assertThat((double) count.getValue())
                            .isBetween(
                                    Math.floor((double) RECORDS / senders / mine),
                                    Math.ceil((double) RECORDS / senders / mine));
                }
            }
        }
    }

    @DisplayName("rebalance: each sender gives each receiver the same")
    @Test
    void rebalance() throws Exception {
        List<Tuple3<Long, Integer, Integer>> arrived = run(3, 4, DataStream::rebalance);
        assertWholeAndInOrder(arrived);
        assertThat(counts(arrived))
                .hasSize(12)
                .allSatisfy((pair, n) -> assertThat(n).isEqualTo(50));
    }

    @DisplayName("shuffle: each record once, in order, about as many to each, the same in each run")
    @Test
    void shuffle() throws Exception {
        for (int receivers = 1; receivers <= 4; receivers++) {
            List<Tuple3<Long, Integer, Integer>> arrived = run(2, receivers, DataStream::shuffle);
            assertWholeAndInOrder(arrived);
            int share = RECORDS / 2 / receivers;
            assertThat(counts(arrived))
                    .hasSize(2 * receivers)
                    .allSatisfy((pair, n) -> assertThat(n).isBetween(share / 2, share * 2));
            assertThat(run(2, receivers, DataStream::shuffle))
                    .containsExactlyInAnyOrderElementsOf(arrived);
        }
    }

    @DisplayName("global: all to the first subtask, in order")
    @Test
    void global() throws Exception {
        for (int receivers = 1; receivers <= 4; receivers++) {
            List<Tuple3<Long, Integer, Integer>> arrived = run(2, receivers, DataStream::global);
            assertWholeAndInOrder(arrived);
            assertThat(arrived).allMatch(t -> t.f2 == 0);
        }
    }

    @DisplayName("partitionCustom: where the partitioner says, by key and by field")
    @Test
    void custom() throws Exception {
        List<UnaryOperator<DataStream<Tuple2<Long, Integer>>>> ways = new ArrayList<>();
        ways.add(s -> s.partitionCustom((Long key, int n) -> (int) (key / 10 % n), t -> t.f0));
        ways.add(s -> s.partitionCustom((Long key, int n) -> (int) (key / 10 % n), 0));
        ways.add(s -> s.partitionCustom((Long key, int n) -> (int) (key / 10 % n), "f0"));
        for (UnaryOperator<DataStream<Tuple2<Long, Integer>>> way : ways) {
            for (int receivers = 1; receivers <= 4; receivers++) {
                int n = receivers;
                List<Tuple3<Long, Integer, Integer>> arrived = run(2, receivers, way);
                assertWholeAndInOrder(arrived);
                assertThat(arrived).allMatch(t -> t.f2 == t.f0 / 10 % n);
            }
        }
    }

    @DisplayName(
            "partitionCustom: an answer out of range fails the job and says whose and for which key")
    @Test
    void answerOutOfRange() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromSource(NumberSource.numbers(1, 9), WatermarkStrategy.noWatermarks(), "numbers")
                .partitionCustom((key, n) -> key == 5L ? n : 0, value -> value)
                .map(value -> value)
                .name("receiver")
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "out of range");
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains(
                                                "'receiver'",
                                                "answered 2 for key '5'",
                                                "2 channels"));
    }

    @DisplayName("project: tuples of the chosen fields, with their types")
    @Test
    void project() throws Exception {
        Collected<Tuple2<String, Integer>> projected = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Tuple2<String, Integer>> chosen =
                env.fromData(Tuple3.of(1, "a", 1L), Tuple3.of(2, "b", 2L)).project(1, 0);
        assertThat(chosen.getType()).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
        chosen.addSink(projected);
        Jobs.run(env, "project");
        assertThat(projected.values()).containsExactly(Tuple2.of("a", 1), Tuple2.of("b", 2));
    }
}
