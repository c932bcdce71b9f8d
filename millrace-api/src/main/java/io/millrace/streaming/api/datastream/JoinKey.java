// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.util.Objects;

/**
 * The key by which one of two streams is put together with the other.
 *
 * @param type of the key, missing where it can't be found out
 * @param <T> the stream's records
 * @param <K> the keys
 */
record JoinKey<T, K>(KeySelector<T, K> selector, TypeInformation<K> type) {

    /**
     * As the program said it, whose type is found out.
     *
     * @param call what the program called
     */
    static <T, K> JoinKey<T, K> of(DataStream<T> stream, KeySelector<T, K> selector, String call) {
        Objects.requireNonNull(selector, "keySelector");
        return new JoinKey<>(stream.cleanFor(call, selector), typeOf(stream, selector, call));
    }

    /**
     * As the program said it, with its type.
     *
     * @param call what the program called
     */
    static <T, K> JoinKey<T, K> of(
            DataStream<T> stream,
            KeySelector<T, K> selector,
            TypeInformation<K> type,
            String call) {
        Objects.requireNonNull(selector, "keySelector");
        Objects.requireNonNull(type, "keyType");
        return new JoinKey<>(stream.cleanFor(call, selector), type);
    }

    private static <T, K> TypeInformation<K> typeOf(
            DataStream<T> stream, KeySelector<T, K> selector, String call) {
        return OutputTypes.of(
                null,
                call,
                () ->
                        TypeExtractor.getKeySelectorTypes(
                                selector, stream.transformation.outputType(), call, false));
    }

    /**
     * The second stream's key, with the one type of both.
     *
     * @throws IllegalArgumentException when both are known, and differ
     */
    <T2> JoinKey<T2, K> equalTo(JoinKey<T2, K> second) {
        if (OutputTypes.isMissing(type)) {
            return second;
        }
        if (!OutputTypes.isMissing(second.type) && !type.equals(second.type)) {
            throw new IllegalArgumentException(
                    "The keys for the two inputs are not equal: first key = "
                            + type
                            + " , second key = "
                            + second.type
                            + ". Let both selectors return the same type");
        }
        return new JoinKey<>(second.selector, type);
    }
}
