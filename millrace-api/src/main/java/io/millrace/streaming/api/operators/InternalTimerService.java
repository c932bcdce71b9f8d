// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.util.function.BiConsumerWithException;

/**
 * Timers of the current key, each with a namespace. A timer is a set's element: registering it
 * twice has it fire once.
 *
 * @param <N> type of the namespaces
 */
@Internal
public interface InternalTimerService<N> {

    /** Milliseconds since the epoch. */
    long currentProcessingTime();

    /** The operator's watermark; {@code Long.MIN_VALUE} before the first. */
    long currentWatermark();

    /** Fires when the clock reaches the time, in milliseconds since the epoch. */
    void registerProcessingTimeTimer(N namespace, long time);

    void deleteProcessingTimeTimer(N namespace, long time);

    /** Fires when the watermark passes the time, in milliseconds. */
    void registerEventTimeTimer(N namespace, long time);

    void deleteEventTimeTimer(N namespace, long time);

    /** Shows all event-time timers there are now, each with its key set as the current one. */
    void forEachEventTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
            throws Exception;

    /** Shows all processing-time timers there are now, each with its key set as the current one. */
    void forEachProcessingTimeTimer(BiConsumerWithException<N, Long, Exception> consumer)
            throws Exception;
}
