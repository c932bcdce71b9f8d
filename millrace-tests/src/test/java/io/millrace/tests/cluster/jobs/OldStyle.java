// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.functions.JoinFunction;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.AssignerWithPeriodicWatermarks;
import io.millrace.streaming.api.functions.sink.DiscardingSink;
import io.millrace.streaming.api.functions.timestamps.BoundedOutOfOrdernessTimestampExtractor;
import io.millrace.streaming.api.functions.windowing.WindowFunction;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.util.Collector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What Flink 2 has taken away, as much of it as goes into one program. Lines of what comes out
 * depend on what is called with streams; what settings do is seen in {@link OldStorages}.
 */
public final class OldStyle {

    /** A reading, as a POJO with fields that keys are named by. */
    public static final class Reading {
        public String sensor;
        public long time;
        public long value;

        public Reading() {}

        Reading(String sensor, long time, long value) {
            this.sensor = sensor;
            this.time = time;
            this.value = value;
        }
    }

    private OldStyle() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        String out = arguments.getRequired("out");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        settings(env, out);
        DataStream<Reading> readings =
                env.readTextFile(arguments.getRequired("in"))
                        .map(new Parse())
                        .assignTimestampsAndWatermarks(new Behind());

        readings.keyBy("sensor").map(new Numbered()).writeAsText(out + "/numbered");
        readings.keyBy("sensor")
                .timeWindow(Time.of(1, TimeUnit.SECONDS))
                .apply(new Sum())
                .writeAsText(out + "/windows", WriteMode.OVERWRITE);
        readings.partitionCustom((Long key, int parts) -> (int) (key % parts), "value")
                .map(reading -> "dealt " + reading.value)
                .writeAsText(out + "/dealt");
        DataStream<Tuple2<String, Long>> pairs =
                readings.map(new Pair())
                        .assignTimestampsAndWatermarks(
                                new BoundedOutOfOrdernessTimestampExtractor<Tuple2<String, Long>>(
                                        Time.seconds(2)) {
                                    @Override
                                    public long extractTimestamp(Tuple2<String, Long> pair) {
                                        return pair.f1 * 100;
                                    }
                                });
        pairs.keyBy(0).sum(1).addSink(new DiscardingSink<>());
        pairs.join(pairs)
                .where(pair -> pair.f0)
                .equalTo(pair -> pair.f0)
                .window(TumblingEventTimeWindows.of(Time.milliseconds(200)))
                .apply(new Product())
                .writeAsText(out + "/joined");
        env.execute("old style");
    }

    private static void settings(StreamExecutionEnvironment env, String out) {
        env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
        env.enableCheckpointing(100, CheckpointingMode.EXACTLY_ONCE);
        env.setStateBackend(new FsStateBackend(out + "/checkpoints"));
        env.getCheckpointConfig()
                .enableExternalizedCheckpoints(
                        ExternalizedCheckpointCleanup.DELETE_ON_CANCELLATION);
        env.getCheckpointConfig()
                .setCheckpointStorage(new FileSystemCheckpointStorage(out + "/checkpoints"));
        env.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, 10));
        env.getConfig().registerPojoType(Reading.class);
        Configuration settings = new Configuration();
        settings.setInteger("old.style", 3);
        if (settings.getInteger(ConfigOptions.key("old.style").intType().defaultValue(0)) != 3) {
            throw new IllegalStateException("the setting is not what it was set to");
        }
    }

    private static final class Parse implements MapFunction<String, Reading> {
        @Override
        public Reading map(String line) {
            String[] parts = line.split(" ", -1);
            return new Reading(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        }
    }

    private static final class Behind implements AssignerWithPeriodicWatermarks<Reading> {
        private long latest = Long.MIN_VALUE + 500;

        @Override
        public long extractTimestamp(Reading reading, long before) {
            latest = Math.max(latest, reading.time);
            return reading.time;
        }

        @Override
        public Watermark getCurrentWatermark() {
            return new Watermark(latest - 500);
        }
    }

    /** Counts, and asks where it runs. */
    private static final class Numbered extends RichMapFunction<Reading, String> {
        private transient ValueState<Long> counts;

        @Override
        public void open(Configuration parameters) throws Exception {
            super.open(parameters);
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
            if (getRuntimeContext().getAttemptNumber() < 0
                    || getRuntimeContext().getMaxNumberOfParallelSubtasks()
                            < getRuntimeContext().getNumberOfParallelSubtasks()) {
                throw new IllegalStateException(getRuntimeContext().getTaskNameWithSubtasks());
            }
        }

        @Override
        public String map(Reading reading) throws Exception {
            long count = counts.value() == null ? 1 : counts.value() + 1;
            counts.update(count);
            return reading.sensor + " " + count;
        }
    }

    private static final class Sum implements WindowFunction<Reading, String, Tuple, TimeWindow> {
        @Override
        public void apply(
                Tuple key, TimeWindow window, Iterable<Reading> readings, Collector<String> out) {
            List<Long> values = new ArrayList<>();
            readings.forEach(reading -> values.add(reading.value));
            values.sort(null);
            out.collect(window.getStart() + " " + key + " " + values);
        }
    }

    private static final class Pair implements MapFunction<Reading, Tuple2<String, Long>> {
        @Override
        public Tuple2<String, Long> map(Reading reading) {
            return Tuple2.of(reading.sensor, reading.value);
        }
    }

    private static final class Product
            implements JoinFunction<Tuple2<String, Long>, Tuple2<String, Long>, String> {
        @Override
        public String join(Tuple2<String, Long> left, Tuple2<String, Long> right) {
            return left.f0 + " " + left.f1 * right.f1;
        }
    }
}
