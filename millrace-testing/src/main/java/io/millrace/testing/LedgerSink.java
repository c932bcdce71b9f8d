// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * Writes the texts of records to a world's ledger, a transaction for each checkpoint.
 *
 * @param <T> the records
 */
final class LedgerSink<T> implements Sink<T>, SupportsCommitter<String> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final String label;

    LedgerSink(SimulatedWorld world, String label) {
        this.world = world;
        this.label = label;
    }

    @Override
    @Deprecated
    public SinkWriter<T> createWriter(InitContext context) {
        throw new UnsupportedOperationException("the older form is never called");
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(world, label);
    }

    @Override
    public Committer<String> createCommitter(CommitterInitContext context) {
        return new Committer<>() {
            @Override
            public void commit(Collection<CommitRequest<String>> requests) {
                for (CommitRequest<String> request : requests) {
                    world.ledger().commit(request.getCommittable());
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SimpleVersionedSerializer<String> getCommittableSerializer() {
        return new TextBytes();
    }

    private static final class Writer<T> implements CommittingSinkWriter<T, String> {
        private final SimulatedWorld world;
        private final String label;
        private String transaction;

        Writer(SimulatedWorld world, String label) {
            this.world = world;
            this.label = label;
        }

        @Override
        public void write(T record, Context context) {
            world.userCode("writing of a result");
            if (transaction == null) {
                transaction = world.ledger().begin();
            }
            world.ledger().append(transaction, label + record);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public Collection<String> prepareCommit() {
            if (transaction == null) {
                return List.of();
            }
            world.ledger().prepare(transaction);
            String prepared = transaction;
            transaction = null;
            return List.of(prepared);
        }

        @Override
        public void close() {
            if (transaction != null) {
                world.ledger().abort(transaction);
            }
        }
    }

    private static final class TextBytes implements SimpleVersionedSerializer<String> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String deserialize(int version, byte[] serialized) {
            return new String(serialized, StandardCharsets.UTF_8);
        }
    }
}
