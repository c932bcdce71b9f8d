// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.timestamps.AscendingTimestampExtractor;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;

/** Windows, by fields of tuples and with times, as they were written years ago. */
public final class WindowCounts {

    private WindowCounts() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
        env.enableCheckpointing(200);
        Lines.write(
                Lines.numbers(env, arguments)
                        .map(new Numbered())
                        .assignTimestampsAndWatermarks(new Times())
                        .keyBy(0)
                        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
                        .allowedLateness(Time.of(1, java.util.concurrent.TimeUnit.SECONDS))
                        .process(new Sum())
                        .uid("windows"),
                arguments);
        env.execute("window counts");
    }

    private static final class Numbered
            implements io.millrace.api.common.functions.MapFunction<Long, Tuple2<Long, Long>> {
        @Override
        public Tuple2<Long, Long> map(Long number) {
            return Tuple2.of(number % 5, number);
        }
    }

    private static final class Times extends AscendingTimestampExtractor<Tuple2<Long, Long>> {
        @Override
        public long extractAscendingTimestamp(Tuple2<Long, Long> record) {
            return record.f1 * 10;
        }
    }

    private static final class Sum
            extends ProcessWindowFunction<Tuple2<Long, Long>, String, Tuple, TimeWindow> {
        @Override
        public void process(
                Tuple key,
                Context context,
                Iterable<Tuple2<Long, Long>> records,
                Collector<String> out) {
            long count = 0;
            long sum = 0;
            for (Tuple2<Long, Long> record : records) {
                count++;
                sum += record.f1;
            }
            out.collect(context.window().getStart() + " " + key + " " + count + " " + sum);
        }
    }
}
