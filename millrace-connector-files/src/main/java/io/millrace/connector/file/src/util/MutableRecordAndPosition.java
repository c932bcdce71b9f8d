// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.util;

import io.millrace.annotation.PublicEvolving;

/**
 * A {@link RecordAndPosition} that is filled again for each record, so that an iterator makes no
 * object per record.
 *
 * @param <E> the record
 */
@PublicEvolving
public class MutableRecordAndPosition<E> extends RecordAndPosition<E> {

    public MutableRecordAndPosition() {}

    /** A record, and the position after it. */
    public void set(E record, long offset, long recordSkipCount) {
        this.record = record;
        this.offset = offset;
        this.recordSkipCount = recordSkipCount;
    }

    /** The position before the first record; {@link #setNext} counts on from it. */
    public void setPosition(long offset, long recordSkipCount) {
        this.offset = offset;
        this.recordSkipCount = recordSkipCount;
    }

    /** The next record after the same offset. */
    public void setNext(E record) {
        this.record = record;
        this.recordSkipCount++;
    }
}
