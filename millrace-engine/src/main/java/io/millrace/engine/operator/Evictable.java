// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.java.tuple.Tuple2;
import io.millrace.engine.chain.Output;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The records of a window while an evictor may remove some. A removed one is only marked: taking
 * thousands off the front of a list one by one would move the others each time.
 */
final class Evictable<I> implements Iterable<TimestampedValue<I>> {

    private final List<Tuple2<I, Long>> records = new ArrayList<>();
    private final boolean[] removed;
    private int left;

    Evictable(Iterable<Tuple2<I, Long>> contents) {
        contents.forEach(records::add);
        removed = new boolean[records.size()];
        left = records.size();
    }

    /** How many are left. */
    int size() {
        return left;
    }

    boolean isChanged() {
        return left < records.size();
    }

    /** Those that are left, as they are kept. */
    List<Tuple2<I, Long>> rest() {
        List<Tuple2<I, Long>> rest = new ArrayList<>(left);
        for (int i = 0; i < removed.length; i++) {
            if (!removed[i]) {
                rest.add(records.get(i));
            }
        }
        return rest;
    }

    /** Those that are left, as functions see them. */
    Iterable<I> values() {
        return () ->
                new Iterator<>() {
                    private final Iterator<TimestampedValue<I>> all = Evictable.this.iterator();

                    @Override
                    public boolean hasNext() {
                        return all.hasNext();
                    }

                    @Override
                    public I next() {
                        return all.next().getValue();
                    }
                };
    }

    @Override
    public Iterator<TimestampedValue<I>> iterator() {
        return new Iterator<>() {
            private int next = skip(0);
            private int last = -1;

            private int skip(int from) {
                int at = from;
                while (at < removed.length && removed[at]) {
                    at++;
                }
                return at;
            }

            @Override
            public boolean hasNext() {
                return next < removed.length;
            }

            @Override
            public TimestampedValue<I> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                last = next;
                next = skip(next + 1);
                Tuple2<I, Long> record = records.get(last);
                return record.f1 == Output.NO_TIMESTAMP
                        ? new TimestampedValue<>(record.f0)
                        : new TimestampedValue<>(record.f0, record.f1);
            }

            @Override
            public void remove() {
                if (last < 0 || removed[last]) {
                    throw new IllegalStateException("There is no record to remove");
                }
                removed[last] = true;
                left--;
            }
        };
    }
}
