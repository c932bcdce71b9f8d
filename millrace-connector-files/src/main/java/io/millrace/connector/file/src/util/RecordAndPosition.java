// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.util;

import io.millrace.annotation.PublicEvolving;

/**
 * A record, and where reading goes on <em>after</em> it: what a snapshot taken once the record was
 * emitted must hold.
 *
 * @param <E> the record
 */
@PublicEvolving
public class RecordAndPosition<E> {

    /** See {@link CheckpointedPosition#NO_OFFSET}. */
    public static final long NO_OFFSET = CheckpointedPosition.NO_OFFSET;

    E record;
    long offset;
    long recordSkipCount;

    public RecordAndPosition(E record, long offset, long recordSkipCount) {
        this.record = record;
        this.offset = offset;
        this.recordSkipCount = recordSkipCount;
    }

    RecordAndPosition() {}

    public E getRecord() {
        return record;
    }

    /** Bytes from the beginning of the stream, or {@link #NO_OFFSET}. */
    public long getOffset() {
        return offset;
    }

    /** Records to drop after moving to the offset, this one included. */
    public long getRecordSkipCount() {
        return recordSkipCount;
    }

    @Override
    public String toString() {
        return record + " @ " + offset + " + " + recordSkipCount;
    }
}
