// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.CoGroupedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.windowing.windows.Window;

/** {@code apply} of a co-group in windows returns more than it did, and {@code with} is gone. */
public final class CoGroups {

    private CoGroups() {}

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            CoGroupedStreams.WithWindow<A, B, K, W> windows, CoGroupFunction<A, B, T> function) {
        return windows.apply(function);
    }

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            CoGroupedStreams.WithWindow<A, B, K, W> windows,
            CoGroupFunction<A, B, T> function,
            TypeInformation<T> type) {
        return windows.apply(function, type);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            CoGroupedStreams.WithWindow<A, B, K, W> windows, CoGroupFunction<A, B, T> function) {
        return windows.apply(function);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            CoGroupedStreams.WithWindow<A, B, K, W> windows,
            CoGroupFunction<A, B, T> function,
            TypeInformation<T> type) {
        return windows.apply(function, type);
    }
}
