// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.evictors;

import io.millrace.annotation.PublicEvolving;
import io.millrace.annotation.VisibleForTesting;
import io.millrace.spi.Saturated;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.time.Duration;
import java.util.Iterator;

/**
 * Keeps the records whose timestamp is less than so long before the latest in the window. Records
 * without timestamps are all kept.
 *
 * @param <W> the windows
 */
@PublicEvolving
public class TimeEvictor<W extends Window> implements Evictor<Object, W> {

    private static final long serialVersionUID = 1L;

    private final long windowSize;
    private final boolean doEvictAfter;

    /** Keeps this many milliseconds, and removes the others before the function sees them. */
    public TimeEvictor(long windowSize) {
        this(windowSize, false);
    }

    /**
     * Keeps this many milliseconds.
     *
     * @param doEvictAfter whether the others are removed after the function has seen them
     */
    public TimeEvictor(long windowSize, boolean doEvictAfter) {
        this.windowSize = windowSize;
        this.doEvictAfter = doEvictAfter;
    }

    /**
     * Keeps so long, and removes the others before the function sees them.
     *
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static <W extends Window> TimeEvictor<W> of(Time windowSize) {
        return new TimeEvictor<>(windowSize.toMilliseconds());
    }

    /** Keeps so long, and removes the others before the function sees them. */
    public static <W extends Window> TimeEvictor<W> of(Duration windowSize) {
        return new TimeEvictor<>(Saturated.millis(windowSize));
    }

    /**
     * Keeps so long.
     *
     * @param doEvictAfter whether the others are removed after the function has seen them
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    public static <W extends Window> TimeEvictor<W> of(Time windowSize, boolean doEvictAfter) {
        return new TimeEvictor<>(windowSize.toMilliseconds(), doEvictAfter);
    }

    /**
     * Keeps so long.
     *
     * @param doEvictAfter whether the others are removed after the function has seen them
     */
    public static <W extends Window> TimeEvictor<W> of(Duration windowSize, boolean doEvictAfter) {
        return new TimeEvictor<>(Saturated.millis(windowSize), doEvictAfter);
    }

    @Override
    public void evictBefore(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext ctx) {
        if (!doEvictAfter) {
            evict(elements);
        }
    }

    @Override
    public void evictAfter(
            Iterable<TimestampedValue<Object>> elements, int size, W window, EvictorContext ctx) {
        if (doEvictAfter) {
            evict(elements);
        }
    }

    private void evict(Iterable<TimestampedValue<Object>> elements) {
        long latest = Long.MIN_VALUE;
        for (TimestampedValue<Object> element : elements) {
            if (!element.hasTimestamp()) {
                return;
            }
            latest = Math.max(latest, element.getTimestamp());
        }
        long cut = Saturated.subtract(latest, windowSize);
        for (Iterator<TimestampedValue<Object>> iterator = elements.iterator();
                iterator.hasNext(); ) {
            if (iterator.next().getTimestamp() <= cut) {
                iterator.remove();
            }
        }
    }

    @Override
    public String toString() {
        return "TimeEvictor(" + windowSize + ")";
    }

    /** Milliseconds. */
    @VisibleForTesting
    public long getWindowSize() {
        return windowSize;
    }
}
