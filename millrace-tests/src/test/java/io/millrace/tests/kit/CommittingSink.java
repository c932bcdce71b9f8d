// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * A sink of the newer contract, a writer and a committer, with an outside world that outlives
 * attempts and jobs: rows become visible when their transaction is committed, and a transaction is
 * committed once however often that is asked for. What {@link Committed} is for the older contract.
 */
public final class CommittingSink implements Sink<Long>, SupportsCommitter<CommittingSink.Rows> {

    private static final long serialVersionUID = 1L;

    private final Shared<World> world = Shared.of(new World());
    private final Fault beforeCommit;
    private final Fault afterCommit;

    /** What happened to transactions. */
    private static final class World {
        final Map<String, List<Long>> committed = new LinkedHashMap<>();
        int recommitted;
        int received;
        boolean finished;
    }

    /** A transaction that carries its own rows, so that they survive with the checkpoint. */
    public record Rows(String id, List<Long> rows) {}

    public CommittingSink() {
        this(Fault.times(0), Fault.times(0));
    }

    /** Fails before, or after, a commit. */
    public CommittingSink(Fault beforeCommit, Fault afterCommit) {
        this.beforeCommit = beforeCommit;
        this.afterCommit = afterCommit;
    }

    // ---- what a test sees ----

    /** All committed rows, in the order of commit. */
    public List<Long> rows() {
        return transactions().stream().flatMap(List::stream).toList();
    }

    /** The rows of each transaction that was committed, in the order of commit. */
    public List<List<Long>> transactions() {
        World outside = world.get();
        synchronized (outside) {
            return List.copyOf(outside.committed.values());
        }
    }

    /** How often a transaction was to be committed that had been committed before. */
    public int recommitted() {
        World outside = world.get();
        synchronized (outside) {
            return outside.recommitted;
        }
    }

    /** How many rows have come, committed or not, over all attempts. */
    public int received() {
        World outside = world.get();
        synchronized (outside) {
            return outside.received;
        }
    }

    /** Whether the writer has seen the end of its input. */
    public boolean isFinished() {
        World outside = world.get();
        synchronized (outside) {
            return outside.finished;
        }
    }

    // ---- what a job does ----

    @Override
    public SinkWriter<Long> createWriter(InitContext context) {
        throw new UnsupportedOperationException("the older form is never called");
    }

    @Override
    public SinkWriter<Long> createWriter(WriterInitContext context) {
        return new Writer();
    }

    @Override
    public Committer<Rows> createCommitter(CommitterInitContext context) {
        return new Committer<>() {
            @Override
            public void commit(Collection<CommitRequest<Rows>> requests) {
                beforeCommit.strike("before the commit");
                requests.forEach(CommittingSink.this::makeVisible);
                afterCommit.strike("after the commit");
            }

            @Override
            public void close() {}
        };
    }

    private void makeVisible(Committer.CommitRequest<Rows> request) {
        Rows transaction = request.getCommittable();
        World outside = world.get();
        synchronized (outside) {
            if (outside.committed.putIfAbsent(transaction.id(), transaction.rows()) != null) {
                outside.recommitted++;
                request.signalAlreadyCommitted();
            }
        }
    }

    @Override
    public SimpleVersionedSerializer<Rows> getCommittableSerializer() {
        return new RowsSerializer();
    }

    private final class Writer implements CommittingSinkWriter<Long, Rows> {
        private List<Long> rows = new ArrayList<>();

        @Override
        public void write(Long row, Context context) {
            rows.add(row);
            World outside = world.get();
            synchronized (outside) {
                outside.received++;
            }
        }

        @Override
        public void flush(boolean endOfInput) {
            World outside = world.get();
            synchronized (outside) {
                outside.finished |= endOfInput;
            }
        }

        @Override
        public Collection<Rows> prepareCommit() {
            if (rows.isEmpty()) {
                return List.of();
            }
            Rows prepared = new Rows(UUID.randomUUID().toString(), List.copyOf(rows));
            rows = new ArrayList<>();
            return List.of(prepared);
        }

        @Override
        public void close() {}
    }

    private static final class RowsSerializer implements SimpleVersionedSerializer<Rows> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Rows transaction) {
            UUID id = UUID.fromString(transaction.id());
            ByteBuffer out = ByteBuffer.allocate(16 + 8 * transaction.rows().size());
            out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
            transaction.rows().forEach(out::putLong);
            return out.array();
        }

        @Override
        public Rows deserialize(int version, byte[] bytes) throws IOException {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            String id = new UUID(in.getLong(), in.getLong()).toString();
            List<Long> rows = new ArrayList<>();
            while (in.hasRemaining()) {
                rows.add(in.getLong());
            }
            return new Rows(id, rows);
        }
    }
}
