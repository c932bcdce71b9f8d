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

/**
 * Sends on orders that are paid within 15 minutes, and those that are not, at the moment when their
 * time is over, to a side output.
 *
 * <pre>
 * bin/millrace run examples/OrderTimeouts.jar
 * </pre>
 */
public final class OrderTimeouts {

    static final Duration PATIENCE = Duration.ofMinutes(15);

    static final OutputTag<Long> NOT_PAID =
            new OutputTag<>("not paid") {
                private static final long serialVersionUID = 1L;
            };

    /** An order was placed or paid. */
    public record OrderEvent(long order, boolean paid, long timeMs) {}

    /** An order that was paid, and how soon. */
    public record PaidOrder(long order, Duration after) {}

    private OrderTimeouts() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SingleOutputStreamOperator<PaidOrder> paid =
                paid(env.fromSequence(0, 399).map(OrderTimeouts::numbered));
        paid.print();
        paid.getSideOutput(NOT_PAID).map(order -> "order " + order + " was not paid").print();

        env.execute("order timeouts");
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

        @Override
        public void open(OpenContext context) {
            placedMs =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("placed", Long.class));
        }

        @Override
        public void processElement(OrderEvent event, Context context, Collector<PaidOrder> out)
                throws Exception {
            Long placed = placedMs.value();
            if (!event.paid()) {
                placedMs.update(event.timeMs());
                context.timerService().registerEventTimeTimer(event.timeMs() + PATIENCE.toMillis());
            } else if (placed != null) {
                placedMs.clear();
                context.timerService().deleteEventTimeTimer(placed + PATIENCE.toMillis());
                Duration after = Duration.ofMillis(event.timeMs() - placed);
                if (after.compareTo(PATIENCE) < 0) {
                    out.collect(new PaidOrder(event.order(), after));
                } else {
                    // Its time was over, though the watermark had not come to say so.
                    context.output(NOT_PAID, event.order());
                }
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<PaidOrder> out) {
            placedMs.clear();
            context.output(NOT_PAID, context.getCurrentKey());
        }
    }
}
