// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.flink.streaming.api.datastream.AllWindowedStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** An environment's time characteristic, and {@code timeWindow}, which goes by it. */
public final class TimeCharacteristics {

    private static final Map<StreamExecutionEnvironment, TimeCharacteristic> OF =
            Collections.synchronizedMap(new WeakHashMap<>());

    private TimeCharacteristics() {}

    /** What else Flink 1 did here: watermarks come at an interval, or not at all. */
    public static void setStreamTimeCharacteristic(
            StreamExecutionEnvironment env, TimeCharacteristic characteristic) {
        OF.put(env, characteristic);
        env.getConfig()
                .setAutoWatermarkInterval(
                        characteristic == TimeCharacteristic.ProcessingTime ? 0 : 200);
    }

    public static TimeCharacteristic getStreamTimeCharacteristic(StreamExecutionEnvironment env) {
        return OF.getOrDefault(env, TimeCharacteristic.EventTime);
    }

    public static <T, K> WindowedStream<T, K, TimeWindow> timeWindow(
            KeyedStream<T, K> stream, Duration size) {
        return stream.window(tumbling(stream, size));
    }

    public static <T, K> WindowedStream<T, K, TimeWindow> timeWindow(
            KeyedStream<T, K> stream, Duration size, Duration slide) {
        return stream.window(sliding(stream, size, slide));
    }

    public static <T> AllWindowedStream<T, TimeWindow> timeWindowAll(
            DataStream<T> stream, Duration size) {
        return stream.windowAll(tumbling(stream, size));
    }

    public static <T> AllWindowedStream<T, TimeWindow> timeWindowAll(
            DataStream<T> stream, Duration size, Duration slide) {
        return stream.windowAll(sliding(stream, size, slide));
    }

    private static WindowAssigner<Object, TimeWindow> tumbling(
            DataStream<?> stream, Duration size) {
        return isProcessingTime(stream)
                ? TumblingProcessingTimeWindows.of(size)
                : TumblingEventTimeWindows.of(size);
    }

    private static WindowAssigner<Object, TimeWindow> sliding(
            DataStream<?> stream, Duration size, Duration slide) {
        return isProcessingTime(stream)
                ? SlidingProcessingTimeWindows.of(size, slide)
                : SlidingEventTimeWindows.of(size, slide);
    }

    private static boolean isProcessingTime(DataStream<?> stream) {
        return getStreamTimeCharacteristic(stream.getExecutionEnvironment())
                == TimeCharacteristic.ProcessingTime;
    }
}
