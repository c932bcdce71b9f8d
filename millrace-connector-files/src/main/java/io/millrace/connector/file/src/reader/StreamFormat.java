// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.util.CheckpointedPosition;
import io.millrace.core.fs.FSDataInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;

/**
 * How to read records from a stream of bytes.
 *
 * <p>The stream is already where reading begins: at the split's first byte, or at the offset to
 * restore. A compressed file is decompressed before the format sees it; it is always one split,
 * offsets count decompressed bytes, and since nobody knows how many there are, {@code fileLen} and
 * {@code splitEnd} are {@link Long#MAX_VALUE}.
 *
 * <p>A splittable format finds the first record that begins in its part (at or after the stream's
 * position), and reads every record that begins before {@code splitEnd} to its end, beyond {@code
 * splitEnd} if need be. Then each record of the file is read exactly once, however the file was
 * split.
 *
 * <p><b>Positions.</b> A snapshot holds the last position the reader told ({@link
 * Reader#getCheckpointedPosition()}) and the number of records read since. A reader that tells none
 * is restored by reading again from the beginning of the split and dropping what had been read.
 *
 * @param <T> the record
 */
@PublicEvolving
public interface StreamFormat<T> extends Serializable, ResultTypeQueryable<T> {

    /** A reader for a split that is read from its beginning. */
    Reader<T> createReader(
            Configuration config, FSDataInputStream stream, long fileLen, long splitEnd)
            throws IOException;

    /** A reader that goes on at an offset an earlier reader told. */
    Reader<T> restoreReader(
            Configuration config,
            FSDataInputStream stream,
            long restoredOffset,
            long fileLen,
            long splitEnd)
            throws IOException;

    /** Whether a split may be a part of a file. */
    boolean isSplittable();

    @Override
    TypeInformation<T> getProducedType();

    /** Reads one split; used by one task only. */
    @PublicEvolving
    interface Reader<T> extends Closeable {

        /** The next record, or null at the end of the split. */
        T read() throws IOException;

        @Override
        void close() throws IOException;

        /** Where the next record begins, or null if that is not known. */
        default CheckpointedPosition getCheckpointedPosition() {
            return null;
        }
    }
}
