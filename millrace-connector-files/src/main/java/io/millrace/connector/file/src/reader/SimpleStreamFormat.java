// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FSDataInputStream;
import java.io.IOException;

/**
 * A {@link StreamFormat} that reads whole files: the one method to write is the one that opens a
 * reader on a stream.
 *
 * @param <T> the record
 */
@PublicEvolving
public abstract class SimpleStreamFormat<T> implements StreamFormat<T> {

    private static final long serialVersionUID = 1L;

    public SimpleStreamFormat() {}

    /** A reader from where the stream is to its end. Called in the source's task. */
    public abstract Reader<T> createReader(Configuration config, FSDataInputStream stream)
            throws IOException;

    @Override
    public abstract TypeInformation<T> getProducedType();

    /** False for every format outside this package. */
    @Override
    public final boolean isSplittable() {
        return readsParts();
    }

    @Override
    public final Reader<T> createReader(
            Configuration config, FSDataInputStream stream, long fileLen, long splitEnd)
            throws IOException {
        if (readsParts()) {
            return createPartReader(stream, splitEnd);
        }
        checkWholeFile(fileLen, splitEnd);
        return createReader(config, stream);
    }

    @Override
    public final Reader<T> restoreReader(
            Configuration config,
            FSDataInputStream stream,
            long restoredOffset,
            long fileLen,
            long splitEnd)
            throws IOException {
        if (stream.getPos() != restoredOffset) {
            stream.seek(restoredOffset);
        }
        if (readsParts()) {
            return restorePartReader(stream, splitEnd);
        }
        checkWholeFile(fileLen, splitEnd);
        return createReader(config, stream);
    }

    /** Lines of text can be read in parts, though Flink's text format is a simple one, too. */
    boolean readsParts() {
        return false;
    }

    /** A reader of the records that begin between the stream's position and {@code splitEnd}. */
    Reader<T> createPartReader(FSDataInputStream stream, long splitEnd) throws IOException {
        throw new IllegalStateException(getClass().getName() + " does not read parts.");
    }

    /** The same, where a record is known to begin at the stream's position. */
    Reader<T> restorePartReader(FSDataInputStream stream, long splitEnd) throws IOException {
        throw new IllegalStateException(getClass().getName() + " does not read parts.");
    }

    private void checkWholeFile(long fileLen, long splitEnd) {
        if (fileLen != splitEnd) {
            throw new IllegalArgumentException(
                    "The format "
                            + getClass().getName()
                            + " reads whole files only, but was given a split that ends at byte "
                            + splitEnd
                            + " of "
                            + fileLen
                            + ". Use an enumerator that does not split files.");
        }
    }
}
