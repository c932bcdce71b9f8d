// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.datastream.CoGroupedStreams.TaggedUnion;

/** How two streams come to be one with keys. */
final class JoinKeys {

    private JoinKeys() {}

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
