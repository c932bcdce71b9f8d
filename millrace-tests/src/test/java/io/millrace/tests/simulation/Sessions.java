// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.EventTimeSessionWindows;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The sessions of a {@link StatePlan}: state in namespaces that merge. */
final class Sessions {

    private Sessions() {}

    static <K> SingleOutputStreamOperator<String> of(
            KeyedStream<Tuple2<Long, Integer>, K> keyed, StatePlan plan) {
        WindowedStream<Tuple2<Long, Integer>, K, TimeWindow> windows =
                keyed.window(EventTimeSessionWindows.withGap(Duration.ofMillis(plan.gap())));
        return switch (plan.sessions()) {
            case LISTED ->
                    windows.process(
                            new Shown<Tuple2<Long, Integer>, K>(Sessions::sorted), Types.STRING);
            case REDUCED ->
                    windows.reduce(
                            (a, b) -> Tuple2.of(a.f0, a.f1 + b.f1),
                            new Shown<Tuple2<Long, Integer>, K>(
                                    sum -> "sum " + sum.iterator().next().f1),
                            Types.STRING);
            case AGGREGATED ->
                    windows.aggregate(
                            new SumAndNumber(),
                            new Shown<Tuple2<Integer, Integer>, K>(
                                    of -> of.iterator().next().f0 + "/" + of.iterator().next().f1),
                            Types.TUPLE(Types.INT, Types.INT),
                            Types.TUPLE(Types.INT, Types.INT),
                            Types.STRING);
        };
    }

    private static String sorted(Iterable<Tuple2<Long, Integer>> records) {
        List<Integer> numbers = new ArrayList<>();
        records.forEach(record -> numbers.add(record.f1));
        numbers.sort(null);
        return numbers.toString();
    }

    /** Text of what a session has. */
    private interface Text<T> extends Function<Iterable<T>, String>, java.io.Serializable {}

    private static final class Shown<T, K> extends ProcessWindowFunction<T, String, K, TimeWindow> {
        private static final long serialVersionUID = 1L;

        private final Text<T> text;

        Shown(Text<T> text) {
            this.text = text;
        }

        @Override
        public void process(K key, Context context, Iterable<T> elements, Collector<String> out) {
            String name = key.toString();
            out.collect(
                    StatePlan.session(
                            name.charAt(name.length() - 1) - '0',
                            context.window().getStart(),
                            context.window().getEnd(),
                            text.apply(elements)));
        }
    }

    private static final class SumAndNumber
            implements AggregateFunction<
                    Tuple2<Long, Integer>, Tuple2<Integer, Integer>, Tuple2<Integer, Integer>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple2<Integer, Integer> createAccumulator() {
            return Tuple2.of(0, 0);
        }

        @Override
        public Tuple2<Integer, Integer> add(
                Tuple2<Long, Integer> record, Tuple2<Integer, Integer> sum) {
            return Tuple2.of(sum.f0 + record.f1, sum.f1 + 1);
        }

        @Override
        public Tuple2<Integer, Integer> getResult(Tuple2<Integer, Integer> sum) {
            return sum;
        }

        @Override
        public Tuple2<Integer, Integer> merge(
                Tuple2<Integer, Integer> a, Tuple2<Integer, Integer> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }
}
