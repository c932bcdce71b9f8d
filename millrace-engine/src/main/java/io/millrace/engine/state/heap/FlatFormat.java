// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.typeutils.runtime.TupleSerializer;

/**
 * How a value of fixed width lies in longs: a box, or a tuple of boxes. It is taken apart at each
 * store and made anew at each load, which costs less than to store one fresh reference in a place
 * that lives long: the program's own {@code accumulator.f0++} would be such a store.
 *
 * <p>Fields of a tuple may be null, as they may on the heap of Flink: for each there is a bit,
 * which the caller keeps. Thread-safe.
 */
abstract class FlatFormat<V> {

    /** Number of longs. */
    final int width;

    /** Number of bits that tell what is null. */
    final int nullBits;

    private FlatFormat(int width, int nullBits) {
        this.width = width;
        this.nullBits = nullBits;
    }

    /** For values of this serializer; null when they have no fixed width. */
    @SuppressWarnings("unchecked") // the serializer tells which class V is
    static <V> FlatFormat<V> of(TypeSerializer<V> serializer) {
        Boxed boxed = Boxed.forValues(serializer);
        if (boxed != null) {
            return new Single<>(boxed);
        }
        if (!(serializer instanceof TupleSerializer<?> tuple)
                || tuple.getTupleClass().getSuperclass() != Tuple.class
                || tuple.getArity() == 0) {
            return null;
        }
        Boxed[] fields = new Boxed[tuple.getArity()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = Boxed.forValues(tuple.getFieldSerializers()[i]);
            if (fields[i] == null) {
                return null;
            }
        }
        return (FlatFormat<V>) (fields.length == 2 ? new Pair(fields) : new Fields(fields));
    }

    /**
     * Makes the value again.
     *
     * @param nulls as {@link #store} returned it
     */
    abstract V load(long[] from, int at, long nulls);

    /** Writes a value that is not null itself; the bits of what is null in it. */
    abstract long store(V value, long[] to, int at);

    private static final class Single<V> extends FlatFormat<V> {
        private final Boxed boxed;

        Single(Boxed boxed) {
            super(1, 0);
            this.boxed = boxed;
        }

        @Override
        @SuppressWarnings("unchecked") // the long was made from a V
        V load(long[] from, int at, long nulls) {
            return (V) boxed.box(from[at]);
        }

        @Override
        long store(V value, long[] to, int at) {
            to[at] = boxed.unbox(value);
            return 0;
        }
    }

    private static final class Pair extends FlatFormat<Tuple2<Object, Object>> {
        private final Boxed first;
        private final Boxed second;

        Pair(Boxed[] fields) {
            super(2, 2);
            this.first = fields[0];
            this.second = fields[1];
        }

        @Override
        Tuple2<Object, Object> load(long[] from, int at, long nulls) {
            return new Tuple2<>(
                    (nulls & 1) != 0 ? null : first.box(from[at]),
                    (nulls & 2) != 0 ? null : second.box(from[at + 1]));
        }

        @Override
        long store(Tuple2<Object, Object> value, long[] to, int at) {
            long nulls = 0;
            if (value.f0 == null) {
                nulls = 1;
            } else {
                to[at] = first.unbox(value.f0);
            }
            if (value.f1 == null) {
                nulls |= 2;
            } else {
                to[at + 1] = second.unbox(value.f1);
            }
            return nulls;
        }
    }

    private static final class Fields extends FlatFormat<Tuple> {
        private final Boxed[] fields;

        Fields(Boxed[] fields) {
            super(fields.length, fields.length);
            this.fields = fields;
        }

        @Override
        Tuple load(long[] from, int at, long nulls) {
            Tuple tuple = Tuple.newInstance(fields.length);
            for (int i = 0; i < fields.length; i++) {
                if (((nulls >>> i) & 1) == 0) {
                    tuple.setField(fields[i].box(from[at + i]), i);
                }
            }
            return tuple;
        }

        @Override
        long store(Tuple value, long[] to, int at) {
            long nulls = 0;
            for (int i = 0; i < fields.length; i++) {
                Object field = value.getField(i);
                if (field == null) {
                    nulls |= 1L << i;
                } else {
                    to[at + i] = fields[i].unbox(field);
                }
            }
            return nulls;
        }
    }
}
