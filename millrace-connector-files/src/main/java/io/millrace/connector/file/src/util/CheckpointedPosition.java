// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.util;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;
import java.util.Objects;

/**
 * A place between two records of a split: the byte where some record begins, and how many records
 * after that one have been read already. Reading goes on by moving to the offset and dropping that
 * many records.
 *
 * <p>The offset counts bytes of the stream the format reads: for a compressed file those are
 * decompressed bytes.
 */
@PublicEvolving
public final class CheckpointedPosition implements Serializable {

    /**
     * Stands for an offset that is not known: records are counted from the beginning of the split.
     */
    public static final long NO_OFFSET = -1L;

    private static final long serialVersionUID = 1L;

    private final long offset;
    private final long recordsAfterOffset;

    /**
     * @param offset bytes from the beginning of the stream, or {@link #NO_OFFSET}
     * @param recordsAfterOffset records already read from there on, not negative
     */
    public CheckpointedPosition(long offset, long recordsAfterOffset) {
        if (offset < NO_OFFSET) {
            throw new IllegalArgumentException(
                    "The offset of a position is 0 or more, or NO_OFFSET (-1), not "
                            + offset
                            + ".");
        }
        if (recordsAfterOffset < 0) {
            throw new IllegalArgumentException(
                    "The number of records after an offset is 0 or more, not "
                            + recordsAfterOffset
                            + ".");
        }
        this.offset = offset;
        this.recordsAfterOffset = recordsAfterOffset;
    }

    /** Bytes from the beginning of the stream, or {@link #NO_OFFSET}. */
    public long getOffset() {
        return offset;
    }

    /** How many records to drop after moving to the offset. */
    public long getRecordsAfterOffset() {
        return recordsAfterOffset;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CheckpointedPosition that
                && offset == that.offset
                && recordsAfterOffset == that.recordsAfterOffset;
    }

    @Override
    public int hashCode() {
        return Objects.hash(offset, recordsAfterOffset);
    }

    @Override
    public String toString() {
        return (offset == NO_OFFSET ? "beginning" : "byte " + offset)
                + " + "
                + recordsAfterOffset
                + " records";
    }
}
