// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/**
 * Gives each record the time at which it arrives, never an earlier one than the last.
 *
 * @param <T> the records
 */
@Public
public final class IngestionTimeAssigner<T> implements TimestampAssigner<T> {

    private long maxTimestamp;

    @Override
    public long extractTimestamp(T element, long recordTimestamp) {
        // The clock of a machine may be set back; event time must not run backwards for it.
        long now = Math.max(System.currentTimeMillis(), maxTimestamp);
        maxTimestamp = now;
        return now;
    }
}
