// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import org.apache.avro.file.DataFileWriter;

/**
 * Makes a writer of Avro files, with codec and all.
 *
 * @param <T> the records
 */
@FunctionalInterface
public interface AvroBuilder<T> extends Serializable {

    /** A writer that has begun its file on the stream. */
    DataFileWriter<T> createWriter(OutputStream outputStream) throws IOException;
}
