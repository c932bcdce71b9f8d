// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.evictors;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.util.Iterator;

/**
 * Keeps the last so many records.
 *
 * @param <W> the windows
 */
@PublicEvolving
public class CountEvictor<W extends Window> implements Evictor<Object, W> {

    private static final long serialVersionUID = 1L;

    private final long maxCount;
    private final boolean doEvictAfter;

    private CountEvictor(long maxCount, boolean doEvictAfter) {
        this.maxCount = maxCount;
        this.doEvictAfter = doEvictAfter;
    }

    /** Keeps this many, and removes the others before the function sees them. */
    public static <W extends Window> CountEvictor<W> of(long maxCount) {
        return new CountEvictor<>(maxCount, false);
    }

    /**
     * Keeps this many.
     *
     * @param doEvictAfter whether the others are removed after the function has seen them
     */
    public static <W extends Window> CountEvictor<W> of(long maxCount, boolean doEvictAfter) {
        return new CountEvictor<>(maxCount, doEvictAfter);
    }

    @Override
    public void evictBefore(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext ctx) {
        if (!doEvictAfter) {
            evict(elements, size);
        }
    }

    @Override
    public void evictAfter(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext ctx) {
        if (doEvictAfter) {
            evict(elements, size);
        }
    }

    private void evict(Iterable<TimestampedValue<Object>> elements, int size) {
        Iterator<TimestampedValue<Object>> iterator = elements.iterator();
        for (long left = size; left > maxCount && iterator.hasNext(); left--) {
            iterator.next();
            iterator.remove();
        }
    }
}
