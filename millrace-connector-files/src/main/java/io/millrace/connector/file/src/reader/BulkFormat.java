// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.ResultTypeQueryable;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.connector.file.src.util.RecordAndPosition;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;

/**
 * A format that opens its files itself and hands out records by the batch. Formats that read one
 * stream from front to back are simpler as {@link StreamFormat}.
 *
 * @param <T> the record
 * @param <SplitT> the split
 */
@PublicEvolving
public interface BulkFormat<T, SplitT extends FileSourceSplit>
        extends Serializable, ResultTypeQueryable<T> {

    /** A reader at the beginning of the split. Called in the source's task. */
    BulkFormat.Reader<T> createReader(Configuration config, SplitT split) throws IOException;

    /**
     * A reader at {@link FileSourceSplit#getReaderPosition()}, which is present. Called in the
     * source's task.
     */
    BulkFormat.Reader<T> restoreReader(Configuration config, SplitT split) throws IOException;

    /** Whether a split may be a part of a file. */
    boolean isSplittable();

    @Override
    TypeInformation<T> getProducedType();

    /** Reads one split; used by one task only. */
    interface Reader<T> extends Closeable {

        /** The next records, or null at the end of the split. */
        RecordIterator<T> readBatch() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** The records of a batch, each with the position after it. */
    interface RecordIterator<T> {

        /**
         * The next record, or null at the end of the batch. The object may be the same at each
         * call.
         */
        RecordAndPosition<T> next();

        /** The batch is not used any more. */
        void releaseBatch();
    }
}
