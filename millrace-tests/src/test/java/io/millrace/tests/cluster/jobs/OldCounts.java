// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.RichFlatMapFunction;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.RichSourceFunction;
import io.millrace.streaming.api.functions.timestamps.AscendingTimestampExtractor;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What Flink 2 has taken away and a restart may break: a source of the first kind with its
 * position, functions that are opened with a {@code Configuration}, windows of {@code Time}, a
 * backend and a restart strategy as objects.
 */
public final class OldCounts {

    private OldCounts() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
        env.enableCheckpointing(200);
        env.setStateBackend(new HashMapStateBackend());
        env.setRestartStrategy(
                RestartStrategies.fixedDelayRestart(
                        20, io.millrace.api.common.time.Time.milliseconds(200)));
        DataStream<Long> numbers =
                env.addSource(
                                new Slowly(
                                        arguments.getLong("events"), arguments.getLong("pause-ms")))
                        .uid("numbers");
        DataStream<String> counts =
                numbers.keyBy(number -> number % 17).flatMap(new Count()).uid("count");
        DataStream<String> sums =
                numbers.map(new Numbered())
                        .assignTimestampsAndWatermarks(new Times())
                        .keyBy(0)
                        .window(TumblingEventTimeWindows.of(Time.seconds(1)))
                        .allowedLateness(Time.of(1, TimeUnit.SECONDS))
                        .process(new Sum())
                        .uid("windows");
        counts.union(sums)
                .sinkTo(
                        FileSink.forRowFormat(
                                        new Path(arguments.getRequired("output")),
                                        new SimpleStringEncoder<String>())
                                .build())
                .uid("files");
        env.execute("old counts");
    }

    private static final class Slowly extends RichSourceFunction<Long>
            implements CheckpointedFunction {
        private final long end;
        private final long pauseMs;
        private volatile boolean running = true;
        private long next;
        private transient ListState<Long> saved;

        Slowly(long end, long pauseMs) {
            this.end = end;
            this.pauseMs = pauseMs;
        }

        @Override
        public void open(Configuration parameters) {
            running = true;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            saved =
                    context.getOperatorStateStore()
                            .getListState(new ListStateDescriptor<>("next", Long.class));
            for (long value : saved.get()) {
                next = value;
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            saved.update(List.of(next));
        }

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            while (running && next < end) {
                synchronized (context.getCheckpointLock()) {
                    context.collect(next);
                    next++;
                }
                Thread.sleep(pauseMs);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    private static final class Count extends RichFlatMapFunction<Long, String> {
        private transient ValueState<Long> counts;

        @Override
        public void open(Configuration parameters) throws Exception {
            super.open(parameters);
            if (getRuntimeContext().getIndexOfThisSubtask()
                    >= getRuntimeContext().getNumberOfParallelSubtasks()) {
                throw new IllegalStateException("no such subtask");
            }
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void flatMap(Long number, Collector<String> out) throws Exception {
            long count = counts.value() == null ? 1 : counts.value() + 1;
            counts.update(count);
            out.collect(number % 17 + " " + count);
        }
    }

    private static final class Numbered implements MapFunction<Long, Tuple2<Long, Long>> {
        @Override
        public Tuple2<Long, Long> map(Long number) {
            return Tuple2.of(number % 5, number);
        }
    }

    /** One subtask reads the numbers, so each of these sees some of them, in their order. */
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
