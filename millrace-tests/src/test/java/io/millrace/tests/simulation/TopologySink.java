// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.CommitterInitContext;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.api.connector.sink2.SupportsCommitter;
import io.millrace.api.connector.sink2.SupportsWriterState;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import io.millrace.streaming.api.connector.sink2.StandardSinkTopologies;
import io.millrace.streaming.api.connector.sink2.SupportsPostCommitTopology;
import io.millrace.streaming.api.connector.sink2.SupportsPreCommitTopology;
import io.millrace.streaming.api.connector.sink2.SupportsPreWriteTopology;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.testing.SimulatedWorld;
import java.io.IOException;
import java.util.Collection;

/**
 * A ledger sink with all topologies: rows are dealt out anew before they are written, committables
 * go through tasks of their own before they are committed, and either the committer or the global
 * committer behind it is the one that makes rows visible.
 */
final class TopologySink
        implements Sink<String>,
                SupportsCommitter<String>,
                SupportsWriterState<String, LedgerSink.Numbering>,
                SupportsPreWriteTopology<String>,
                SupportsPreCommitTopology<String, String>,
                SupportsPostCommitTopology<String> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final LedgerSink ledger;
    private final int apart;
    private final boolean visibleAtOnce;

    /**
     * @param apart parallelism of the tasks before the committer
     * @param visibleAtOnce whether the committer makes rows visible, not the global one
     */
    TopologySink(SimulatedWorld world, int apart, boolean visibleAtOnce) {
        this.world = world;
        this.ledger = new LedgerSink(world, "topology");
        this.apart = apart;
        this.visibleAtOnce = visibleAtOnce;
    }

    @Override
    public DataStream<String> addPreWriteTopology(DataStream<String> rows) {
        return rows.rebalance();
    }

    @Override
    public SinkWriter<String> createWriter(InitContext context) throws IOException {
        return ledger.createWriter(context);
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) {
        return ledger.createWriter(context);
    }

    @Override
    public StatefulSinkWriter<String, LedgerSink.Numbering> restoreWriter(
            WriterInitContext context, Collection<LedgerSink.Numbering> recovered) {
        return ledger.restoreWriter(context, recovered);
    }

    @Override
    public SimpleVersionedSerializer<LedgerSink.Numbering> getWriterStateSerializer() {
        return ledger.getWriterStateSerializer();
    }

    @Override
    public SimpleVersionedSerializer<String> getWriteResultSerializer() {
        return ledger.getCommittableSerializer();
    }

    @Override
    public SimpleVersionedSerializer<String> getCommittableSerializer() {
        return ledger.getCommittableSerializer();
    }

    @Override
    public DataStream<CommittableMessage<String>> addPreCommitTopology(
            DataStream<CommittableMessage<String>> committables) {
        return committables
                .keyBy(CommittableMessage::getSubtaskId)
                .map(
                        message -> {
                            world.userCode("before the committer");
                            return message;
                        })
                .returns(CommittableMessageTypeInfo.of(ledger::getCommittableSerializer))
                .setParallelism(apart)
                .keyBy(CommittableMessage::getSubtaskId)
                .map(message -> message)
                .returns(CommittableMessageTypeInfo.of(ledger::getCommittableSerializer));
    }

    @Override
    public Committer<String> createCommitter(CommitterInitContext context) {
        return visibleAtOnce ? ledger.createCommitter(context) : new Idle();
    }

    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<String>> committables) {
        DataStream<CommittableMessage<String>> seen =
                committables
                        .keyBy(CommittableMessage::getSubtaskId)
                        .map(
                                message -> {
                                    world.userCode("behind the committer");
                                    return message;
                                })
                        .returns(CommittableMessageTypeInfo.of(ledger::getCommittableSerializer))
                        .setParallelism(apart);
        StandardSinkTopologies.addGlobalCommitter(
                seen,
                () -> visibleAtOnce ? new Idle() : ledger.createCommitter(null),
                ledger::getCommittableSerializer);
    }

    private static final class Idle implements Committer<String> {
        @Override
        public void commit(Collection<CommitRequest<String>> requests) {}

        @Override
        public void close() {}
    }
}
