// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.core.fs.FSDataOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Makes the Avro files of {@code FileSink.forBulkFormat}.
 *
 * @param <T> the records
 */
public class AvroWriterFactory<T> implements BulkWriter.Factory<T> {

    private static final long serialVersionUID = 1L;

    private final AvroBuilder<T> avroBuilder;

    /** By the program's own builder of writers. */
    public AvroWriterFactory(AvroBuilder<T> avroBuilder) {
        this.avroBuilder = Objects.requireNonNull(avroBuilder, "avroBuilder");
    }

    @Override
    public BulkWriter<T> create(FSDataOutputStream out) throws IOException {
        return new AvroBulkWriter<>(avroBuilder.createWriter(new Unclosed(out)));
    }

    /** The sink closes its stream itself. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
