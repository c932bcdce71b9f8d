// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.functions.FlatJoinFunction;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.JoinedStreams;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.windowing.windows.Window;

/** {@code apply} of a join in windows returns more than it did, and {@code with} is gone. */
public final class Joins {

    private Joins() {}

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            JoinedStreams.WithWindow<A, B, K, W> windows, JoinFunction<A, B, T> join) {
        return windows.apply(join);
    }

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            JoinedStreams.WithWindow<A, B, K, W> windows,
            JoinFunction<A, B, T> join,
            TypeInformation<T> type) {
        return windows.apply(join, type);
    }

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            JoinedStreams.WithWindow<A, B, K, W> windows, FlatJoinFunction<A, B, T> join) {
        return windows.apply(join);
    }

    public static <A, B, K, W extends Window, T> DataStream<T> apply(
            JoinedStreams.WithWindow<A, B, K, W> windows,
            FlatJoinFunction<A, B, T> join,
            TypeInformation<T> type) {
        return windows.apply(join, type);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            JoinedStreams.WithWindow<A, B, K, W> windows, JoinFunction<A, B, T> join) {
        return windows.apply(join);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            JoinedStreams.WithWindow<A, B, K, W> windows,
            JoinFunction<A, B, T> join,
            TypeInformation<T> type) {
        return windows.apply(join, type);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            JoinedStreams.WithWindow<A, B, K, W> windows, FlatJoinFunction<A, B, T> join) {
        return windows.apply(join);
    }

    public static <A, B, K, W extends Window, T> SingleOutputStreamOperator<T> with(
            JoinedStreams.WithWindow<A, B, K, W> windows,
            FlatJoinFunction<A, B, T> join,
            TypeInformation<T> type) {
        return windows.apply(join, type);
    }
}
