// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.serialization.BulkWriter;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.file.DataFileWriter;

/**
 * An Avro file of a file sink.
 *
 * @param <T> the records
 */
public class AvroBulkWriter<T> implements BulkWriter<T> {

    private final DataFileWriter<T> dataFileWriter;

    /** By a writer that has begun its file. */
    public AvroBulkWriter(DataFileWriter<T> dataFileWriter) {
        this.dataFileWriter = Objects.requireNonNull(dataFileWriter, "dataFileWriter");
    }

    @Override
    public void addElement(T element) throws IOException {
        dataFileWriter.append(element);
    }

    @Override
    public void flush() throws IOException {
        dataFileWriter.flush();
    }

    /** Ends the file; the stream stays open, for it is the sink's. */
    @Override
    public void finish() throws IOException {
        dataFileWriter.flush();
    }
}
