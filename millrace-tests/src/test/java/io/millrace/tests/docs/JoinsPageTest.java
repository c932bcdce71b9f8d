// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The joins of joins.md. */
@Timeout(180)
class JoinsPageTest {

    private static final long MINUTE = 60_000;

    /** When is in milliseconds. */
    private record Order(String id, String item, long when) {}

    /** When is in milliseconds. */
    private record Payment(String orderId, int amount, long when) {}

    private final Collected<String> sink = new Collected<>();
    private StreamExecutionEnvironment env;
    private DataStream<Order> orders;
    private DataStream<Payment> payments;

    @BeforeEach
    void streams() {
        env = Jobs.environment(1);
        orders =
                env.fromData(
                                new Order("1", "tea", MINUTE),
                                new Order("2", "ink", 2 * MINUTE),
                                new Order("3", "a hat", 4 * MINUTE))
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Order>forBoundedOutOfOrderness(
                                                Duration.ofHours(1))
                                        .withTimestampAssigner((order, before) -> order.when()));
        payments =
                env.fromData(
                                new Payment("1", 5, MINUTE + 30_000),
                                new Payment("3", 40, 6 * MINUTE),
                                new Payment("2", 3, 13 * MINUTE))
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Payment>forBoundedOutOfOrderness(
                                                Duration.ofHours(1))
                                        .withTimestampAssigner(
                                                (payment, before) -> payment.when()));
    }

    @Test
    @DisplayName("M14, M18: joins.md, a window join")
    void windowJoin() throws Exception {
        // snippet: WindowJoin
        DataStream<String> paid =
                orders.join(payments)
                        .where(Order::id)
                        .equalTo(Payment::orderId)
                        .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)))
                        .apply((order, payment) -> order.item() + " for " + payment.amount());
        // end of snippet
        paid.addSink(sink);
        Jobs.run(env, "paid");

        assertThat(sink.values()).containsExactly("tea for 5");
    }

    @Test
    @DisplayName("M14, M18: joins.md, what has no partner")
    void coGroup() throws Exception {
        // snippet: CoGroup
        DataStream<String> open =
                orders.coGroup(payments)
                        .where(Order::id)
                        .equalTo(Payment::orderId)
                        .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)))
                        .apply(
                                (Iterable<Order> ordered,
                                        Iterable<Payment> paid,
                                        Collector<String> out) -> {
                                    if (!paid.iterator().hasNext()) {
                                        ordered.forEach(
                                                order ->
                                                        out.collect(order.item() + " is not paid"));
                                    }
                                });
        // end of snippet
        open.addSink(sink);
        Jobs.run(env, "open");

        assertThat(sink.values()).containsExactlyInAnyOrder("ink is not paid", "a hat is not paid");
    }

    @Test
    @DisplayName("M14, M18: joins.md, near each other")
    @SuppressWarnings("serial") // as users write it
    void intervalJoin() throws Exception {
        // snippet: IntervalJoin
        DataStream<String> soon =
                orders.keyBy(Order::id)
                        .intervalJoin(payments.keyBy(Payment::orderId))
                        .between(Duration.ZERO, Duration.ofMinutes(10)) // paid within ten minutes
                        .process(
                                new ProcessJoinFunction<Order, Payment, String>() {
                                    @Override
                                    public void processElement(
                                            Order order,
                                            Payment payment,
                                            Context ctx,
                                            Collector<String> out) {
                                        long took =
                                                ctx.getRightTimestamp() - ctx.getLeftTimestamp();
                                        out.collect(order.item() + " after " + took / 1000 + " s");
                                    }
                                });
        // end of snippet
        soon.addSink(sink);
        Jobs.run(env, "soon");

        assertThat(sink.values()).containsExactlyInAnyOrder("tea after 30 s", "a hat after 120 s");
    }
}
