// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.runtime.operators.util.WatermarkStrategyWithPeriodicWatermarks;
import org.apache.flink.streaming.runtime.operators.util.WatermarkStrategyWithPunctuatedWatermarks;

/** Assigners of timestamps and watermarks from before {@code WatermarkStrategy}. */
public final class Watermarks {

    private Watermarks() {}

    public static <T> SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(
            DataStream<T> stream, WatermarkStrategyWithPeriodicWatermarks<T> assigner) {
        return stream.assignTimestampsAndWatermarks(assigner);
    }

    public static <T> SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(
            DataStream<T> stream, WatermarkStrategyWithPunctuatedWatermarks<T> assigner) {
        return stream.assignTimestampsAndWatermarks(assigner);
    }
}
