// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme;

import java.io.Serializable;
import java.util.Comparator;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.functions.sink.RichSinkFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.util.Collector;

/** Keyed state, timers, an interval join, broadcast state and functions of the older kind. */
public class Meters {

    /** Key, time, value. */
    public static class Readings implements SourceFunction<Tuple3<String, Long, Integer>> {
        private volatile boolean running = true;

        @Override
        public void run(SourceContext<Tuple3<String, Long, Integer>> context) {
            for (int i = 0; i < 200 && running; i++) {
                synchronized (context.getCheckpointLock()) {
                    context.collect(Tuple3.of("meter" + i % 7, i * 100L, i * i % 23));
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    /** The sum of what came until a second of silence. */
    public static class UntilSilence extends KeyedProcessFunction<String, Tuple3<String, Long, Integer>, String> {
        private transient ValueState<Integer> sum;
        private transient ValueState<Long> last;

        @Override
        public void open(Configuration parameters) {
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.INT));
            last = getRuntimeContext().getState(new ValueStateDescriptor<>("last", Types.LONG));
        }

        @Override
        public void processElement(Tuple3<String, Long, Integer> reading, Context context, Collector<String> out)
                throws Exception {
            sum.update((sum.value() == null ? 0 : sum.value()) + reading.f2);
            last.update(reading.f1);
            context.timerService().registerEventTimeTimer(reading.f1 + 10_000);
        }

        @Override
        public void onTimer(long at, OnTimerContext context, Collector<String> out) throws Exception {
            if (at == last.value() + 10_000) {
                out.collect(context.getCurrentKey() + " sum " + sum.value());
                sum.clear();
            }
        }
    }

    /** What it is given, to the output; of the older kind. */
    public static class Lines extends RichSinkFunction<String> {
        @Override
        public void invoke(String line, Context context) {
            System.out.println(line);
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        KeyedStream<Tuple3<String, Long, Integer>, String> readings =
                env.addSource(new Readings())
                        .returns(Types.TUPLE(Types.STRING, Types.LONG, Types.INT))
                        .assignTimestampsAndWatermarks(
                                WatermarkStrategy.<Tuple3<String, Long, Integer>>forMonotonousTimestamps()
                                        .withTimestampAssigner((reading, before) -> reading.f1))
                        .keyBy(reading -> reading.f0);
        readings.process(new UntilSilence()).addSink(new Lines()).setParallelism(1);

        readings.intervalJoin(readings)
                .between(Time.milliseconds(1), Time.milliseconds(700))
                .process(
                        new ProcessJoinFunction<Tuple3<String, Long, Integer>, Tuple3<String, Long, Integer>, String>() {
                            @Override
                            public void processElement(
                                    Tuple3<String, Long, Integer> left,
                                    Tuple3<String, Long, Integer> right,
                                    Context context,
                                    Collector<String> out) {
                                if (right.f2 - left.f2 > 15) {
                                    out.collect("jump " + left.f0 + " at " + right.f1);
                                }
                            }
                        })
                .addSink(new Lines())
                .setParallelism(1);

        MapStateDescriptor<String, Integer> limits =
                new MapStateDescriptor<>("limits", Types.STRING, Types.INT);
        BroadcastStream<Integer> limit = env.fromElements(20, 21).broadcast(limits);
        Comparator<Integer> order = (Comparator<Integer> & Serializable) Integer::compare;
        readings.connect(limit)
                .process(
                        new KeyedBroadcastProcessFunction<String, Tuple3<String, Long, Integer>, Integer, String>() {
                            @Override
                            public void processElement(
                                    Tuple3<String, Long, Integer> reading, ReadOnlyContext context, Collector<String> out) {
                                // Nobody knows whether the limit has come yet.
                            }

                            @Override
                            public void processBroadcastElement(Integer value, Context context, Collector<String> out)
                                    throws Exception {
                                Integer before = context.getBroadcastState(limits).get("limit");
                                if (before == null || order.compare(before, value) < 0) {
                                    context.getBroadcastState(limits).put("limit", value);
                                    out.collect("limit " + value);
                                }
                            }
                        })
                .addSink(new Lines())
                .setParallelism(1);
        env.execute("meters");
    }
}
