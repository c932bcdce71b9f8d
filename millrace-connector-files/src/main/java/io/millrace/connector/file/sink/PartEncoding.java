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
abstract class PartEncoding<IN> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Begins a file, or goes on with one. */
    abstract Open<IN> open(PartStream stream) throws IOException;

    /** Whether a file may be taken up again in the middle. */
    abstract boolean canResume();

    /**
     * The encoding of one file.
     *
     * @param <IN> the record
     */
    abstract static class Open<IN> {

        abstract void write(IN element) throws IOException;

        /** After the last record. */
        abstract void finish() throws IOException;
    }

    /**
     * Each record by itself.
     *
     * @param <IN> the record
     */
    static final class Rows<IN> extends PartEncoding<IN> {

        private static final long serialVersionUID = 1L;

        private final Encoder<IN> encoder;

        Rows(Encoder<IN> encoder) {
            this.encoder = encoder;
        }

        @Override
        Open<IN> open(PartStream stream) {
            return new Open<>() {
                @Override
                void write(IN element) throws IOException {
                    encoder.encode(element, stream);
                }

                @Override
                void finish() {}
            };
        }

        @Override
        boolean canResume() {
            return true;
        }
    }

    /**
     * Bytes that somebody else writes.
     *
     * @param <IN> the record
     */
    static final class Bytes<IN> extends PartEncoding<IN> {

        private static final long serialVersionUID = 1L;

        @Override
        Open<IN> open(PartStream stream) {
            return new Open<>() {
                @Override
                void write(IN element) throws IOException {
                    throw new IllegalStateException("This file is written as bytes");
                }

                @Override
                void finish() {}
            };
        }

        @Override
        boolean canResume() {
            return false;
        }
    }

    /**
     * A whole file by a format of its own.
     *
     * @param <IN> the record
     */
    static final class Bulk<IN> extends PartEncoding<IN> {

        private static final long serialVersionUID = 1L;

        private final BulkWriter.Factory<IN> factory;

        Bulk(BulkWriter.Factory<IN> factory) {
            this.factory = factory;
        }

        @Override
        Open<IN> open(PartStream stream) throws IOException {
            BulkWriter<IN> writer = factory.create(stream);
            return new Open<>() {
                @Override
                void write(IN element) throws IOException {
                    writer.addElement(element);
                }

                @Override
                void finish() throws IOException {
                    writer.flush();
                    writer.finish();
                }
            };
        }

        @Override
        boolean canResume() {
            return false;
        }
    }
}
