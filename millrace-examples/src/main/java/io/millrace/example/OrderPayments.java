// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Joins orders with their payments by an interval: a payment belongs to an order of the same number
 * if it came at most one hour after it, or, for clocks differ, up to a minute before.
 *
 * <pre>
 * bin/millrace run examples/OrderPayments.jar
 * </pre>
 */
public final class OrderPayments {

    static final Duration EARLIEST = Duration.ofMinutes(-1);
    static final Duration LATEST = Duration.ofHours(1);

    /** An order. */
    public record Order(long id, String item, long timeMs) {

        /** One every 30 seconds. */
        static Order numbered(long n) {
            return new Order(n, List.of("mill", "wheel", "flour").get((int) (n % 3)), n * 30_000);
        }
    }

    /** A payment for an order; it may be one of several. */
    public record Payment(long order, long cents, long timeMs) {

        /** Comes up to 80 minutes after the order. */
        static Payment numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            long delayMs = random.nextInt(-120_000, 4_800_000);
            return new Payment(n, 100 + random.nextInt(5000), n * 30_000 + delayMs);
        }
    }

    /** A payment with the order it is for. */
    public record Paid(Order order, Payment payment) {}

    private OrderPayments() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<Order> orders = env.fromSequence(0, 199).map(Order::numbered);
        DataStream<Payment> payments = env.fromSequence(0, 199).map(Payment::numbered);
        join(orders, payments).print();

        env.execute("orders and payments");
    }

    static DataStream<Paid> join(DataStream<Order> orders, DataStream<Payment> payments) {
        // The payments are out of order by more than an hour; what is later than said would be
        // dropped.
        return orders.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Order>forMonotonousTimestamps()
                                .withTimestampAssigner((order, ignored) -> order.timeMs()))
                .keyBy(Order::id)
                .intervalJoin(
                        payments.assignTimestampsAndWatermarks(
                                        WatermarkStrategy.<Payment>forBoundedOutOfOrderness(
                                                        Duration.ofMinutes(90))
                                                .withTimestampAssigner(
                                                        (payment, ignored) -> payment.timeMs()))
                                .keyBy(Payment::order))
                .between(EARLIEST, LATEST)
                .process(new Both())
                .uid("join");
    }

    private static final class Both extends ProcessJoinFunction<Order, Payment, Paid> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Order order, Payment payment, Context context, Collector<Paid> out) {
            out.collect(new Paid(order, payment));
        }
    }
}
