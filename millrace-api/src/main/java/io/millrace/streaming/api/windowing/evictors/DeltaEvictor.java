// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.evictors;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.windowing.delta.DeltaFunction;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.util.Iterator;
import java.util.Objects;

/**
 * Keeps the records that are nearer than the threshold to the last one of the window.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public class DeltaEvictor<T, W extends Window> implements Evictor<T, W> {

    private static final long serialVersionUID = 1L;

    private final DeltaFunction<T> deltaFunction;
    private final double threshold;
    private final boolean doEvictAfter;

    private DeltaEvictor(double threshold, DeltaFunction<T> deltaFunction, boolean doEvictAfter) {
        this.deltaFunction = Objects.requireNonNull(deltaFunction, "deltaFunction");
        this.threshold = threshold;
        this.doEvictAfter = doEvictAfter;
    }

    /** Removes those that are too far before the function sees them. */
    public static <T, W extends Window> DeltaEvictor<T, W> of(
            double threshold, DeltaFunction<T> deltaFunction) {
        return new DeltaEvictor<>(threshold, deltaFunction, false);
    }

    /**
     * Removes those that are too far.
     *
     * @param doEvictAfter whether after the function has seen them
     */
    public static <T, W extends Window> DeltaEvictor<T, W> of(
            double threshold, DeltaFunction<T> deltaFunction, boolean doEvictAfter) {
        return new DeltaEvictor<>(threshold, deltaFunction, doEvictAfter);
    }

    @Override
    public void evictBefore(
            Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext ctx) {
        if (!doEvictAfter) {
            evict(elements);
        }
    }

    @Override
    public void evictAfter(
            Iterable<TimestampedValue<T>> elements, int size, W window, EvictorContext ctx) {
        if (doEvictAfter) {
            evict(elements);
        }
    }

    private void evict(Iterable<TimestampedValue<T>> elements) {
        T last = null;
        for (TimestampedValue<T> element : elements) {
            last = element.getValue();
        }
        for (Iterator<TimestampedValue<T>> iterator = elements.iterator(); iterator.hasNext(); ) {
            if (deltaFunction.getDelta(iterator.next().getValue(), last) >= threshold) {
                iterator.remove();
            }
        }
    }

    @Override
    public String toString() {
        return "DeltaEvictor(" + deltaFunction + ", " + threshold + ")";
    }
}
