// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.streaming.api.datastream.CoGroupedStreams.TaggedUnion;

/** How two streams come to be one with keys of one type. */
final class JoinKeys {

    private JoinKeys() {}

    /** The type of a stream's keys, missing where it can't be found out. */
    static <T, K> TypeInformation<K> typeOf(
            DataStream<T> stream, KeySelector<T, K> selector, String call) {
        return OutputTypes.of(
                null,
                call,
                () ->
                        TypeExtractor.getKeySelectorTypes(
                                selector, stream.transformation.outputType(), call, false));
    }

    /**
     * The one type of both streams' keys.
     *
     * @throws IllegalArgumentException when both are known, and differ
     */
    static <K> TypeInformation<K> common(TypeInformation<K> first, TypeInformation<K> second) {
        if (OutputTypes.isMissing(first)) {
            return second;
        }
        if (!OutputTypes.isMissing(second) && !first.equals(second)) {
            throw new IllegalArgumentException(
                    "The keys for the two inputs are not equal: first key = "
                            + first
                            + " , second key = "
                            + second
                            + ". Let both selectors return the same type");
        }
        return first;
    }

    /** The key of a record, whichever stream it is from. */
    record OfUnion<T1, T2, K>(KeySelector<T1, K> one, KeySelector<T2, K> two)
            implements KeySelector<TaggedUnion<T1, T2>, K> {
        @Override
        public K getKey(TaggedUnion<T1, T2> value) throws Exception {
            return value.isOne() ? one.getKey(value.getOne()) : two.getKey(value.getTwo());
        }
    }

    /** Marks a record as one of the first stream. */
    static final class First<T1, T2> implements MapFunction<T1, TaggedUnion<T1, T2>> {
        private static final long serialVersionUID = 1L;

        @Override
        public TaggedUnion<T1, T2> map(T1 value) {
            return TaggedUnion.one(value);
        }
    }

    /** Marks a record as one of the second stream. */
    static final class Second<T1, T2> implements MapFunction<T2, TaggedUnion<T1, T2>> {
        private static final long serialVersionUID = 1L;

        @Override
        public TaggedUnion<T1, T2> map(T2 value) {
            return TaggedUnion.two(value);
        }
    }
}
