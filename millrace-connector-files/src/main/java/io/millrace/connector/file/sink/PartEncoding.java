// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.api.common.serialization.Encoder;
import java.io.IOException;
import java.io.Serializable;

/**
 * How records become the bytes of a file: one after the other, or by a format that also writes a
 * head and a foot.
 *
 * @param <IN> the record
 */
interface PartEncoding<IN> extends Serializable {

    /** Begins a file, or goes on with one. */
    Open<IN> open(PartStream stream) throws IOException;

    /** Whether a file may be taken up again in the middle. */
    boolean canResume();

    /**
     * The encoding of one file.
     *
     * @param <IN> the record
     */
    interface Open<IN> {

        void write(IN element) throws IOException;

        /** After the last record. */
        void finish() throws IOException;
    }

    /**
     * Each record by itself.
     *
     * @param <IN> the record
     */
    record Rows<IN>(Encoder<IN> encoder) implements PartEncoding<IN> {

        private static final long serialVersionUID = 1L;

        @Override
        public Open<IN> open(PartStream stream) {
            return new Open<>() {
                @Override
                public void write(IN element) throws IOException {
                    encoder.encode(element, stream);
                }

                @Override
                public void finish() {}
            };
        }

        @Override
        public boolean canResume() {
            return true;
        }
    }

    /**
     * A whole file by a format of its own.
     *
     * @param <IN> the record
     */
    record Bulk<IN>(BulkWriter.Factory<IN> factory) implements PartEncoding<IN> {

        private static final long serialVersionUID = 1L;

        @Override
        public Open<IN> open(PartStream stream) throws IOException {
            BulkWriter<IN> writer = factory.create(stream);
            return new Open<>() {
                @Override
                public void write(IN element) throws IOException {
                    writer.addElement(element);
                }

                @Override
                public void finish() throws IOException {
                    writer.flush();
                    writer.finish();
                }
            };
        }

        @Override
        public boolean canResume() {
            return false;
        }
    }
}
