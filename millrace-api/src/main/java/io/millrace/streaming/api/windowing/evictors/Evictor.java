// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.evictors;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.MetricGroup;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.streaming.runtime.operators.windowing.TimestampedValue;
import java.io.Serializable;

/**
 * Removes records from a window each time that it is shown, before or after. What is removed is
 * gone for the following times, too. A window with an evictor keeps all its records.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public interface Evictor<T, W extends Window> extends Serializable {

    /**
     * Removes records, by the iterator's {@code remove}, before the function sees them.
     *
     * @param elements in the order in which they came
     * @param size how many they are
     */
    void evictBefore(
            Iterable<TimestampedValue<T>> elements,
            int size,
            W window,
            EvictorContext evictorContext);

    /**
     * Removes records, by the iterator's {@code remove}, after the function has seen them.
     *
     * @param elements in the order in which they came
     * @param size how many they were before the call
     */
    void evictAfter(
            Iterable<TimestampedValue<T>> elements,
            int size,
            W window,
            EvictorContext evictorContext);

    /** What an evictor may ask. */
    interface EvictorContext {

        /** The task's clock in milliseconds. */
        long getCurrentProcessingTime();

        /** Where the evictor may count. */
        MetricGroup getMetricGroup();

        /** The watermark, {@code Long.MIN_VALUE} before the first. */
        long getCurrentWatermark();
    }
}
