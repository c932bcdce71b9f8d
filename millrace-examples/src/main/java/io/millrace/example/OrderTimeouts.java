// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends on orders that are paid within 15 minutes, and those that are not, at the moment when their
 * time is over, to a side output. Orders and payments may come by different ways, so a payment may
 * be here before its order.
 *
 * <pre>
 * bin/millrace run examples/OrderTimeouts.jar
 * bin/millrace run examples/OrderTimeouts.jar --input orders.txt --output /tmp/orders
 * </pre>
 *
 * <p>Each line of the input has an order, what became of it and a time, as in {@code 17 placed
 * 2026-03-01T10:15:00Z} or {@code 17 paid 2026-03-01T10:25:00Z}; the times go up. {@link Ends}
 * tells of all arguments.
 */
public final class OrderTimeouts {

    static final Duration PATIENCE = Duration.ofMinutes(15);

    static final OutputTag<Long> NOT_PAID =
            new OutputTag<>("not paid") {
                private static final long serialVersionUID = 1L;
            };

    /** An order was placed or paid. */
    public record OrderEvent(long order, boolean paid, long timeMs) {

        private static final Pattern LINE = Pattern.compile("(\\d+) (placed|paid) (\\S+)");

        static OrderEvent parse(String line) {
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("Not an order placed or paid: " + line);
            }
            return new OrderEvent(
                    Long.parseLong(matcher.group(1)),
                    matcher.group(2).equals("paid"),
                    Instant.parse(matcher.group(3)).toEpochMilli());
        }
    }

    /** An order that was paid, and how soon. */
    public record PaidOrder(long order, Duration after) {}

    private OrderTimeouts() {}

    public static void main(String[] args) throws Exception {
        Ends ends = new Ends(args, 400);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        SingleOutputStreamOperator<PaidOrder> paid =
                paid(ends.read(env, OrderEvent.class, OrderTimeouts::numbered, OrderEvent::parse));
        ends.write(
                paid.map(String::valueOf)
                        .union(
                                paid.getSideOutput(NOT_PAID)
                                        .map(order -> "order " + order + " was not paid")));

        ends.execute(env, "order timeouts");
    }

    /** An order each minute; one is paid after 10 minutes, the next after 20. */
    static OrderEvent numbered(long n) {
        long minute = n / 2;
        long timeMs = minute * 60_000;
        if (n % 2 == 0) {
            return new OrderEvent(minute, false, timeMs);
        }
        long order = minute % 2 == 0 ? minute - 10 : minute - 20;
        return new OrderEvent(Math.max(order, 0), true, timeMs);
    }

    static SingleOutputStreamOperator<PaidOrder> paid(DataStream<OrderEvent> events) {
        return events.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<OrderEvent>forMonotonousTimestamps()
                                .withTimestampAssigner((event, ignored) -> event.timeMs()))
                .keyBy(OrderEvent::order)
                .process(new WaitForPayment())
                .uid("wait");
    }

    private static final class WaitForPayment
            extends KeyedProcessFunction<Long, OrderEvent, PaidOrder> {
        private static final long serialVersionUID = 1L;

        /** When the order was placed, as long as it is waited for. */
        private transient ValueState<Long> placedMs;

        /** When it was paid, as long as the order may still come. */
        private transient ValueState<Long> paidMs;

        @Override
        public void open(OpenContext context) {
            placedMs =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("placed", Long.class));
            paidMs = getRuntimeContext().getState(new ValueStateDescriptor<>("paid", Long.class));
        }

        @Override
        public void processElement(OrderEvent event, Context context, Collector<PaidOrder> out)
                throws Exception {
            Long placed = placedMs.value();
            Long paid = paidMs.value();
            if (event.paid() && placed != null) {
                placedMs.clear();
                context.timerService().deleteEventTimeTimer(placed + PATIENCE.toMillis());
                settle(placed, event.timeMs(), context, out);
            } else if (event.paid()) {
                if (paid == null) {
                    // When the watermark comes to the payment, no order from before it can follow.
                    paidMs.update(event.timeMs());
                    context.timerService().registerEventTimeTimer(event.timeMs());
                }
            } else if (paid != null) {
                paidMs.clear();
                context.timerService().deleteEventTimeTimer(paid);
                settle(event.timeMs(), paid, context, out);
            } else {
                placedMs.update(event.timeMs());
                context.timerService().registerEventTimeTimer(event.timeMs() + PATIENCE.toMillis());
            }
        }

        /** By both times alone: the watermark may be far behind, and has not told anything yet. */
        private void settle(long placed, long paid, Context context, Collector<PaidOrder> out) {
            Duration after = Duration.ofMillis(paid - placed);
            if (after.compareTo(PATIENCE) < 0) {
                out.collect(new PaidOrder(context.getCurrentKey(), after));
            } else {
                context.output(NOT_PAID, context.getCurrentKey());
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<PaidOrder> out)
                throws Exception {
            if (placedMs.value() == null) {
                paidMs.clear();
            } else {
                placedMs.clear();
                context.output(NOT_PAID, context.getCurrentKey());
            }
        }
    }
}
