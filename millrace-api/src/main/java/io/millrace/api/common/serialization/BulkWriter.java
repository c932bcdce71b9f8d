// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;
import java.io.Serializable;

/** Writes records to a file whose format is that of the file as a whole. */
public interface BulkWriter<T> {

    /** Appends one record. */
    void addElement(T element) throws IOException;

    /** Gives buffered records to the stream where the format allows it. */
    void flush() throws IOException;

    /** Writes what belongs at the end; does not close the stream. */
    void finish() throws IOException;

    /** Makes writers. */
    interface Factory<T> extends Serializable {

        /** A writer to this stream. */
        BulkWriter<T> create(FSDataOutputStream out) throws IOException;
    }
}
