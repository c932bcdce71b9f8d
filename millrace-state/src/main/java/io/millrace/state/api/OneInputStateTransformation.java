// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.state.api.functions.BroadcastStateBootstrapFunction;
import io.millrace.state.api.functions.StateBootstrapFunction;
import io.millrace.streaming.api.datastream.DataStream;
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
        return new StateBootstrapTransformation<>(
                stream, null, null, maxParallelism, new OperatorStateFunction<>(processFunction));
    }

    /** Makes broadcast state. */
    public StateBootstrapTransformation<T> transform(
            BroadcastStateBootstrapFunction<T> processFunction) {
        return new StateBootstrapTransformation<>(
                stream, null, null, maxParallelism, new BroadcastStateFunction<>(processFunction));
    }

    /** By a key, whose type is found as {@code DataStream.keyBy} finds it. */
    public <K> KeyedStateTransformation<K, T> keyBy(KeySelector<T, K> keySelector) {
        return new KeyedStateTransformation<>(
                stream, keySelector, stream.keyBy(keySelector).getKeyType(), maxParallelism);
    }

    /** By a key of that type. */
    public <K> KeyedStateTransformation<K, T> keyBy(
            KeySelector<T, K> keySelector, TypeInformation<K> keyType) {
        return new KeyedStateTransformation<>(
                stream,
                keySelector,
                stream.keyBy(keySelector, keyType).getKeyType(),
                maxParallelism);
    }
}
