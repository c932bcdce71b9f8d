// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/**
 * Leaves to each record the timestamp it has.
 *
 * @param <E> the records
 */
@Public
public final class RecordTimestampAssigner<E> implements TimestampAssigner<E> {

    @Override
    public long extractTimestamp(E element, long recordTimestamp) {
        return recordTimestamp;
    }
}
