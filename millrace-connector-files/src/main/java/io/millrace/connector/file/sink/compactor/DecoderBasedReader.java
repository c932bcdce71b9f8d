// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink.compactor;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.Objects;

/**
 * The records of a file by a decoder.
 *
 * @param <T> the records
 */
@PublicEvolving
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class DecoderBasedReader<T> implements RecordWiseFileCompactor.Reader<T> {

    private final Decoder<T> decoder;
    private final InputStream input;

    /** Of that file. */
    public DecoderBasedReader(Path path, Decoder<T> decoder) throws IOException {
        this.decoder = Objects.requireNonNull(decoder, "decoder");
        this.input = path.getFileSystem().open(path);
        try {
            decoder.open(input);
        } catch (Throwable t) {
            input.close();
            throw t;
        }
    }

    @Override
    public T read() throws IOException {
        return decoder.decodeNext();
    }

    @Override
    public void close() throws Exception {
        try {
            decoder.close();
        } finally {
            input.close();
        }
    }

    /** Reads records from a stream. */
    public interface Decoder<T> extends Serializable {

        void open(InputStream input) throws IOException;

        /** The next record; null at the end. */
        T decodeNext() throws IOException;

        /** The stream is closed by who opened it. */
        void close() throws IOException;

        /** Makes a decoder for each file. */
        interface Factory<T> extends Serializable {

            Decoder<T> create();
        }
    }

    /** Makes a reader for each file. */
    public static class Factory<T> implements RecordWiseFileCompactor.Reader.Factory<T> {

        private static final long serialVersionUID = 1L;

        private final Decoder.Factory<T> decoderFactory;

        public Factory(Decoder.Factory<T> decoderFactory) {
            this.decoderFactory = Objects.requireNonNull(decoderFactory, "decoderFactory");
        }

        @Override
        public DecoderBasedReader<T> createFor(Path path) throws IOException {
            return new DecoderBasedReader<>(path, decoderFactory.create());
        }
    }
}
