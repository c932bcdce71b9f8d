// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.util.SplittableRandom;

/**
 * Finds what a thief does who tries a stolen card: a small payment, and within a minute a large one
 * right after it.
 *
 * <pre>
 * bin/millrace run examples/SmallThenLarge.jar
 * </pre>
 */
public final class SmallThenLarge {

    private static final long SMALL_CENTS = 100;
    private static final long LARGE_CENTS = 50_000;
    private static final long MINUTE_MS = 60_000;

    /** A payment by card. */
    public record Payment(String card, long cents, long timeMs) {

        /** One every five seconds. */
        static Payment numbered(long n) {
            SplittableRandom random = new SplittableRandom(n);
            long cents =
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(1, 200);
                        case 1 -> random.nextInt(30_000, 80_000);
                        default -> random.nextInt(200, 30_000);
                    };
            return new Payment("card-" + random.nextInt(4), cents, n * 5_000);
        }
    }

    private SmallThenLarge() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        suspicious(env.fromSequence(0, 399).map(Payment::numbered)).print();

        env.execute("small then large");
    }

    static DataStream<Payment> suspicious(DataStream<Payment> payments) {
        return payments.assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Payment>forMonotonousTimestamps()
                                .withTimestampAssigner((payment, ignored) -> payment.timeMs()))
                .keyBy(Payment::card)
                .process(new LargeAfterSmall())
                .uid("large after small");
    }

    /**
     * Remembers that the last payment was small, and forgets it after a minute: so no card that is
     * never used again keeps state.
     */
    private static final class LargeAfterSmall
            extends KeyedProcessFunction<String, Payment, Payment> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> smallUntil;

        @Override
        public void open(OpenContext context) {
            smallUntil =
                    getRuntimeContext()
                            .getState(new ValueStateDescriptor<>("small until", Long.class));
        }

        @Override
        public void processElement(Payment payment, Context context, Collector<Payment> out)
                throws Exception {
            Long until = smallUntil.value();
            if (until != null) {
                if (payment.cents() > LARGE_CENTS && payment.timeMs() < until) {
                    out.collect(payment);
                }
                context.timerService().deleteEventTimeTimer(until);
                smallUntil.clear();
            }
            if (payment.cents() < SMALL_CENTS) {
                smallUntil.update(payment.timeMs() + MINUTE_MS);
                context.timerService().registerEventTimeTimer(payment.timeMs() + MINUTE_MS);
            }
        }

        @Override
        public void onTimer(long time, OnTimerContext context, Collector<Payment> out) {
            smallUntil.clear();
        }
    }
}
