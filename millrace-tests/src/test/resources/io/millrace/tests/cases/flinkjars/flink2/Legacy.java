// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package com.acme.two;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

/** Functions of the older kind, where Flink 2 has them. */
public class Legacy {

    public static class Numbers extends RichParallelSourceFunction<Long> {
        private volatile boolean running = true;

        @Override
        public void run(SourceFunction.SourceContext<Long> context) {
            int own = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            for (long i = 0; i < 10 && running; i++) {
                context.collectWithTimestamp(own * 10 + i, i);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    public static class Printed extends RichSinkFunction<Long> {
        @Override
        public void invoke(Long value, SinkFunction.Context context) {
            System.out.println("number " + value + " at " + context.timestamp());
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        SinkFunction<Long> sink = new Printed();
        env.addSource(new Numbers())
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forMonotonousTimestamps().withTimestampAssigner((n, t) -> t))
                .keyBy(n -> n % 3)
                .map(n -> n)
                .filter(n -> n >= 17)
                .addSink(sink)
                .setParallelism(1);
        env.execute("legacy");
    }
}
