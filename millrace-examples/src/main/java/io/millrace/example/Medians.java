// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.GlobalWindows;
import io.millrace.streaming.api.windowing.evictors.CountEvictor;
import io.millrace.streaming.api.windowing.triggers.CountTrigger;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Smooths what sensors measure: with each value, the middle one of the last five. A window that
 * holds all values, a trigger that fires at each, and an evictor that lets the oldest go.
 *
 * <pre>
 * bin/millrace run examples/Medians.jar
 * </pre>
 */
public final class Medians {

    static final int LAST = 5;

    /** A value of a sensor. */
    public record Value(String sensor, double value) {

        /** A slow wave with outliers. */
        static Value numbered(long n) {
            double outlier = new SplittableRandom(n).nextInt(10) == 0 ? 50 : 0;
            return new Value("sensor-" + n % 2, Math.sin(n / 10.0) + outlier);
        }
    }

    private Medians() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        medians(env.fromSequence(0, 99).map(Value::numbered)).print();

        env.execute("medians");
    }

    static DataStream<Value> medians(DataStream<Value> values) {
        return values.keyBy(Value::sensor)
                .window(GlobalWindows.create())
                .trigger(CountTrigger.of(1))
                .evictor(CountEvictor.of(LAST))
                .process(new Middle())
                .uid("medians");
    }

    private static final class Middle
            extends ProcessWindowFunction<Value, Value, String, GlobalWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(
                String sensor, Context context, Iterable<Value> last, Collector<Value> out) {
            List<Double> values = new ArrayList<>();
            last.forEach(value -> values.add(value.value()));
            values.sort(Comparator.naturalOrder());
            out.collect(new Value(sensor, values.get(values.size() / 2)));
        }
    }
}
