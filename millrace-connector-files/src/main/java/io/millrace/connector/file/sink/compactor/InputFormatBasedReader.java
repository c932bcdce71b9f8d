// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.io.FileInputFormat;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.Path;
import io.millrace.util.function.SerializableSupplierWithException;
import java.io.IOException;
import java.util.Objects;

/**
 * The records of a file by an input format.
 *
 * @param <T> the records
 */
@PublicEvolving
public class InputFormatBasedReader<T> implements RecordWiseFileCompactor.Reader<T> {

    private final FileInputFormat<T> inputFormat;

    /** Of that file. */
    public InputFormatBasedReader(Path path, FileInputFormat<T> inputFormat) throws IOException {
        this.inputFormat = Objects.requireNonNull(inputFormat, "inputFormat");
        inputFormat.configure(new Configuration());
        long length = path.getFileSystem().getFileStatus(path).getLen();
        inputFormat.open(new FileInputSplit(0, path, 0, length, null));
    }

    @Override
    public T read() throws IOException {
        while (!inputFormat.reachedEnd()) {
            T record = inputFormat.nextRecord(null);
            if (record != null) {
                return record;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        inputFormat.close();
    }

    /** Makes a reader for each file. */
    public static class Factory<T> implements RecordWiseFileCompactor.Reader.Factory<T> {

        private static final long serialVersionUID = 1L;

        private final SerializableSupplierWithException<FileInputFormat<T>, IOException>
                inputFormatFactory;

        public Factory(
                SerializableSupplierWithException<FileInputFormat<T>, IOException>
                        inputFormatFactory) {
            this.inputFormatFactory =
                    Objects.requireNonNull(inputFormatFactory, "inputFormatFactory");
        }

        @Override
        public InputFormatBasedReader<T> createFor(Path path) throws IOException {
            return new InputFormatBasedReader<>(path, inputFormatFactory.get());
        }
    }
}
