// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.spi.OperatorSpec;
import io.millrace.state.api.functions.BroadcastStateBootstrapFunction;
import io.millrace.state.api.functions.StateBootstrapFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.KeyedStream;
import io.millrace.streaming.api.functions.ProcessFunction;
import java.util.OptionalInt;

/**
 * Data that state is to be made of.
 *
 * @param <T> the data
 */
@PublicEvolving
public class OneInputStateTransformation<T> {

    private final DataStream<T> stream;
    private OptionalInt maxParallelism = OptionalInt.empty();

    OneInputStateTransformation(DataStream<T> stream) {
        this.stream = stream;
    }

    /** The number of key groups of the operator, instead of the savepoint's: 1 to 32768. */
    public OneInputStateTransformation<T> setMaxParallelism(int maxParallelism) {
        this.maxParallelism = OptionalInt.of(maxParallelism);
        return this;
    }

    /** Makes operator state. */
    public StateBootstrapTransformation<T> transform(StateBootstrapFunction<T> processFunction) {
        return made(new OperatorStateFunction<>(processFunction));
    }

    /** Makes broadcast state. */
    public StateBootstrapTransformation<T> transform(
            BroadcastStateBootstrapFunction<T> processFunction) {
        return made(new BroadcastStateFunction<>(processFunction));
    }

    private StateBootstrapTransformation<T> made(ProcessFunction<T, Void> function) {
        return new StateBootstrapTransformation<>(
                stream,
                null,
                null,
                maxParallelism,
                new OperatorSpec.Process(stream.getExecutionEnvironment().clean(function)),
                Types.VOID);
    }

    /** By a key, whose type is found as {@code DataStream.keyBy} finds it. */
    public <K> KeyedStateTransformation<K, T> keyBy(KeySelector<T, K> keySelector) {
        return by(stream.keyBy(keySelector));
    }

    /** By a key of that type. */
    public <K> KeyedStateTransformation<K, T> keyBy(
            KeySelector<T, K> keySelector, TypeInformation<K> keyType) {
        return by(stream.keyBy(keySelector, keyType));
    }

    /** By elements of tuples, counted from 0; the key is a tuple. */
    public KeyedStateTransformation<Tuple, T> keyBy(int... fields) {
        return by(stream.keyBy(fields));
    }

    /** By fields, such as {@code "user.name"} or {@code "f0"}; the key is a tuple. */
    public KeyedStateTransformation<Tuple, T> keyBy(String... fields) {
        return by(stream.keyBy(fields));
    }

    private <K> KeyedStateTransformation<K, T> by(KeyedStream<T, K> keyed) {
        return new KeyedStateTransformation<>(
                stream, keyed.getKeySelector(), keyed.getKeyType(), maxParallelism);
    }
}
