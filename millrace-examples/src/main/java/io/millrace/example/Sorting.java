// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Brings orders of three shops together and deals them out again: large ones, those from abroad,
 * and the rest, each a stream of its own.
 *
 * <pre>
 * bin/millrace run examples/Sorting.jar
 * </pre>
 */
public final class Sorting {

    static final long LARGE_CENTS = 50_000;

    static final OutputTag<Order> LARGE =
            new OutputTag<>("large") {
                private static final long serialVersionUID = 1L;
            };

    static final OutputTag<Order> ABROAD =
            new OutputTag<>("abroad") {
                private static final long serialVersionUID = 1L;
            };

    /** An order of a shop. */
    public record Order(String shop, long id, String country, long cents) {

        static Order numbered(String shop, long n) {
            SplittableRandom random = new SplittableRandom(shop.hashCode() + n);
            String country = List.of("here", "here", "there").get(random.nextInt(3));
            return new Order(shop, n, country, random.nextInt(60_000));
        }
    }

    private Sorting() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SingleOutputStreamOperator<Order> sorted =
                sort(shop(env, "web"), shop(env, "app"), shop(env, "counter"));
        sorted.map(order -> "as usual: " + order).print();
        sorted.getSideOutput(LARGE).map(order -> "large: " + order).print();
        sorted.getSideOutput(ABROAD).map(order -> "abroad: " + order).print();

        env.execute("sorting");
    }

    static DataStream<Order> shop(StreamExecutionEnvironment env, String name) {
        return env.fromSequence(1, 20).map(n -> Order.numbered(name, n));
    }

    static SingleOutputStreamOperator<Order> sort(
            DataStream<Order> one, DataStream<Order> second, DataStream<Order> third) {
        return one.union(second, third).process(new Deal()).uid("deal");
    }

    /** A large order from abroad goes both ways. */
    private static final class Deal extends ProcessFunction<Order, Order> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Order order, Context context, Collector<Order> out) {
            boolean large = order.cents() >= LARGE_CENTS;
            boolean abroad = !order.country().equals("here");
            if (large) {
                context.output(LARGE, order);
            }
            if (abroad) {
                context.output(ABROAD, order);
            }
            if (!large && !abroad) {
                out.collect(order);
            }
        }
    }
}
