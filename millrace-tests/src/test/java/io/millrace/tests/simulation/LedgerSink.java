// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.testing.SimulatedWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/**
 * Writes rows to the world's ledger by the newer sink contract: a writer with state, and a
 * committer.
 */
final class LedgerSink
        implements Sink<String>, SupportsCommitter<String>, SupportsWriterState<String, Long> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final String name;

    /**
     * @param name tells its writers from those of other sinks of the same job
     */
    LedgerSink(SimulatedWorld world, String name) {
        this.world = world;
        this.name = name;
    }

    @Override
    public io.millrace.api.connector.sink2.SinkWriter<String> createWriter(InitContext context)
            throws IOException {
        throw new UnsupportedOperationException("the older form is never called");
    }

    @Override
    public Writer createWriter(WriterInitContext context) {
        return new Writer(world, name + context.getSubtaskId(), 0);
    }

    @Override
    public Writer restoreWriter(WriterInitContext context, Collection<Long> written) {
        return new Writer(
                world,
                name + context.getSubtaskId(),
                written.stream().mapToLong(Long::longValue).sum());
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

    @Override
    public SimpleVersionedSerializer<Long> getWriterStateSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Long written) {
                return Long.toString(written).getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Long deserialize(int version, byte[] serialized) {
                return Long.valueOf(new String(serialized, StandardCharsets.UTF_8));
            }
        };
    }

    /** Numbers its rows, which only adds up when its state is exactly-once. */
    static final class Writer
            implements CommittingSinkWriter<String, String>, StatefulSinkWriter<String, Long> {
        private final SimulatedWorld world;
        private final String name;
        private long written;
        private String transaction;

        Writer(SimulatedWorld world, String name, long written) {
            this.world = world;
            this.name = name;
            this.written = written;
        }

        @Override
        public void write(String row, Context context) {
            world.userCode("writer");
            if (transaction == null) {
                transaction = world.ledger().begin();
            }
            world.ledger().append(transaction, row + Expected.WRITER + name + "." + ++written);
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
        public List<Long> snapshotState(long checkpointId) {
            return List.of(written);
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
