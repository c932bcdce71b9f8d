// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.List;

/**
 * Enriches a stream by another that everybody needs: payments in many currencies, and the rates,
 * which change now and then and are broadcast to all subtasks.
 *
 * <pre>
 * bin/millrace run examples/ExchangeRates.jar
 * </pre>
 */
public final class ExchangeRates {

    private static final MapStateDescriptor<String, Double> RATES =
            new MapStateDescriptor<>("rates", String.class, Double.class);

    static final OutputTag<Payment> NO_RATE =
            new OutputTag<>("no rate") {
                private static final long serialVersionUID = 1L;
            };

    /** A payment in some currency. */
    public record Payment(long id, String currency, double amount) {

        static Payment numbered(long n) {
            return new Payment(n, List.of("EUR", "CHF", "SEK", "XXX").get((int) (n % 4)), n);
        }
    }

    /** What one unit of a currency is worth in dollars, from now on. */
    public record Rate(String currency, double dollars) {}

    /** A payment in dollars. */
    public record Dollars(long id, double amount) {}

    private ExchangeRates() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<Payment> payments = env.fromSequence(1, 100).map(Payment::numbered);
        DataStream<Rate> rates =
                env.fromData(new Rate("EUR", 1.25), new Rate("CHF", 1.5), new Rate("SEK", 0.125));
        SingleOutputStreamOperator<Dollars> dollars = inDollars(payments, rates);
        dollars.print();
        dollars.getSideOutput(NO_RATE).map(payment -> "no rate for " + payment).print();

        env.execute("exchange rates");
    }

    static SingleOutputStreamOperator<Dollars> inDollars(
            DataStream<Payment> payments, DataStream<Rate> rates) {
        return payments.connect(rates.broadcast(RATES)).process(new Convert()).uid("convert");
    }

    private static final class Convert extends BroadcastProcessFunction<Payment, Rate, Dollars> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processBroadcastElement(Rate rate, Context context, Collector<Dollars> out)
                throws Exception {
            context.getBroadcastState(RATES).put(rate.currency(), rate.dollars());
        }

        @Override
        public void processElement(Payment payment, ReadOnlyContext context, Collector<Dollars> out)
                throws Exception {
            Double rate = context.getBroadcastState(RATES).get(payment.currency());
            if (rate == null) {
                // The two streams run beside each other: a payment may come before its rate.
                context.output(NO_RATE, payment);
            } else {
                out.collect(new Dollars(payment.id(), payment.amount() * rate));
            }
        }
    }
}
