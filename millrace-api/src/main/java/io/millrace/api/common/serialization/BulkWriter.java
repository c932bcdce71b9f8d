// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;
import java.io.Serializable;

/**
 * Writes records into one file in a format of the file's own, such as Parquet.
 *
 * @param <T> the records
 */
@PublicEvolving
public interface BulkWriter<T> {

    /** Adds a record; it may stay in memory for now. */
    void addElement(T element) throws IOException;

    /** Writes what is in memory. */
    void flush() throws IOException;

    /** Writes the rest of the format, such as a footer; must not close the stream. */
    void finish() throws IOException;

    /**
     * Makes a writer for each file.
     *
     * @param <T> the records
     */
    @PublicEvolving
    interface Factory<T> extends Serializable {

        /** A writer into that stream. */
        BulkWriter<T> create(FSDataOutputStream out) throws IOException;
    }
}
