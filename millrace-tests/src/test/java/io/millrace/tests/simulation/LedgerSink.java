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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;

/**
 * Writes rows to the world's ledger by the newer sink contract: a writer with state, and a
 * committer.
 */
final class LedgerSink
        implements Sink<String>,
                SupportsCommitter<String>,
                SupportsWriterState<String, LedgerSink.Numbering> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final String name;

    /**
     * How many rows were numbered under a name. It is a piece of state: when there are fewer
     * writers than before, one has several, and goes on with one of them.
     */
    record Numbering(String name, long written) {}

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
        // A writer for which there was no state is new, and may not take the name of another.
        OptionalLong checkpoint = context.getRestoredCheckpointId();
        String own =
                name
                        + context.getTaskInfo().getIndexOfThisSubtask()
                        + (checkpoint.isPresent() ? " since " + checkpoint.getAsLong() : "");
        return restoreWriter(context, List.of(new Numbering(own, 0)));
    }

    @Override
    public Writer restoreWriter(WriterInitContext context, Collection<Numbering> numberings) {
        return new Writer(world, numberings);
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
    public SimpleVersionedSerializer<Numbering> getWriterStateSerializer() {
        return new SimpleVersionedSerializer<>() {
            @Override
            public int getVersion() {
                return 1;
            }

            @Override
            public byte[] serialize(Numbering numbering) {
                return (numbering.name() + "." + numbering.written())
                        .getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public Numbering deserialize(int version, byte[] serialized) {
                String text = new String(serialized, StandardCharsets.UTF_8);
                int dot = text.indexOf('.');
                return new Numbering(
                        text.substring(0, dot), Long.parseLong(text.substring(dot + 1)));
            }
        };
    }

    /** Numbers its rows, which only adds up when its state is exactly-once. */
    static final class Writer
            implements CommittingSinkWriter<String, String>, StatefulSinkWriter<String, Numbering> {
        private final SimulatedWorld world;
        private final List<Numbering> others;
        private final String name;
        private long written;
        private String transaction;

        Writer(SimulatedWorld world, Collection<Numbering> numberings) {
            this.world = world;
            this.others = new ArrayList<>(numberings);
            Numbering own = others.remove(0);
            this.name = own.name();
            this.written = own.written();
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
        public List<Numbering> snapshotState(long checkpointId) {
            List<Numbering> all = new ArrayList<>(others);
            all.add(0, new Numbering(name, written));
            return all;
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
