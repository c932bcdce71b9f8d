// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * Makes one file of several by reading their records and writing them again in the sink's own
 * format.
 *
 * @param <IN> the records
 */
@PublicEvolving
public class RecordWiseFileCompactor<IN> implements FileCompactor {

    private static final long serialVersionUID = 1L;

    private final Reader.Factory<IN> readerFactory;

    /** With that reader for each file. */
    public RecordWiseFileCompactor(Reader.Factory<IN> readerFactory) {
        this.readerFactory = Objects.requireNonNull(readerFactory, "readerFactory");
    }

    /** Writes the records of the files. Called by the sink. */
    @SuppressWarnings("try") // a reader's close() is as open as AutoCloseable's
    public void compact(List<Path> inputFiles, Writer<IN> writer) throws Exception {
        for (Path file : inputFiles) {
            try (Reader<IN> reader = readerFactory.createFor(file)) {
                for (IN record = reader.read(); record != null; record = reader.read()) {
                    writer.write(record);
                }
            }
        }
    }

    /** Reads the records of a file. */
    @PublicEvolving
    @SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
    public interface Reader<T> extends AutoCloseable {

        /** The next record; null at the end. */
        T read() throws IOException;

        /** Makes a reader for each file. */
        interface Factory<T> extends Serializable {

            Reader<T> createFor(Path path) throws IOException;
        }
    }

    /** Writes records to the new file. */
    @PublicEvolving
    public interface Writer<T> {

        void write(T record) throws IOException;
    }
}
