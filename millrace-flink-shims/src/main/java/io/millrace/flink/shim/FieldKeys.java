// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.operators.Keys;
import org.apache.flink.api.common.typeinfo.BasicArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.util.keys.KeySelectorUtil;

/** Keys that are named by the number or the name of a field. */
public final class FieldKeys {

    private FieldKeys() {}

    public static <T> KeyedStream<T, Tuple> keyBy(DataStream<T> stream, int... fields) {
        TypeInformation<T> type = stream.getType();
        if (type instanceof BasicArrayTypeInfo || type instanceof PrimitiveArrayTypeInfo) {
            var selector = KeySelectorUtil.getSelectorForArray(fields, type);
            return stream.keyBy(selector, selector.getProducedType());
        }
        return keyBy(stream, new Keys.ExpressionKeys<>(fields, type));
    }

    public static <T> KeyedStream<T, Tuple> keyBy(DataStream<T> stream, String... fields) {
        return keyBy(stream, new Keys.ExpressionKeys<>(fields, stream.getType()));
    }

    private static <T> KeyedStream<T, Tuple> keyBy(DataStream<T> stream, Keys<T> keys) {
        return stream.keyBy(
                KeySelectorUtil.getSelectorForKeys(
                        keys, stream.getType(), stream.getExecutionConfig()));
    }

    public static <T, K> DataStream<T> partitionCustom(
            DataStream<T> stream, Partitioner<K> partitioner, int field) {
        return partitionCustom(
                stream,
                partitioner,
                new Keys.ExpressionKeys<>(new int[] {field}, stream.getType()));
    }

    public static <T, K> DataStream<T> partitionCustom(
            DataStream<T> stream, Partitioner<K> partitioner, String field) {
        return partitionCustom(
                stream,
                partitioner,
                new Keys.ExpressionKeys<>(new String[] {field}, stream.getType()));
    }

    private static <T, K> DataStream<T> partitionCustom(
            DataStream<T> stream, Partitioner<K> partitioner, Keys<T> keys) {
        return stream.partitionCustom(
                partitioner,
                KeySelectorUtil.getSelectorForOneKey(
                        keys, partitioner, stream.getType(), stream.getExecutionConfig()));
    }
}
