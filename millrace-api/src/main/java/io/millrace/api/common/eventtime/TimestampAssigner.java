// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/**
 * Tells the event time of a record.
 *
 * @param <T> the records
 */
@Public
@FunctionalInterface
public interface TimestampAssigner<T> {

    /** What a record has that was never given a timestamp. */
    long NO_TIMESTAMP = Long.MIN_VALUE;

    /**
     * The event time of a record.
     *
     * @param recordTimestamp the timestamp it has, from the source for example; {@link
     *     #NO_TIMESTAMP} if none
     * @return milliseconds from the epoch
     */
    long extractTimestamp(T element, long recordTimestamp);
}
