// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.VersionedBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * What a sink's writer has handed over and its committer has not yet made visible, by checkpoint.
 *
 * <p>The rule (CK-105, case C17): a committable is committed when a checkpoint that contains it is
 * complete, in the order of checkpoints, never sooner. What comes at the end of data belongs to no
 * checkpoint yet; the first barrier after it takes it in ({@link #assignTail}). After a restore
 * everything that was in the snapshot is committed again, for nobody knows whether it was;
 * committers must bear that.
 */
final class Committables<C> {

    private final String sinkName;
    private final CommitCalls<C> calls;
    private final SimpleVersionedSerializer<C> serializer;
    private final SinkMetrics.Committing metrics;
    private final TreeMap<Long, List<C>> byCheckpoint = new TreeMap<>();
    private final List<C> tail = new ArrayList<>();

    Committables(
            String sinkName,
            Committer<C> committer,
            SimpleVersionedSerializer<C> serializer,
            int retries,
            SinkMetrics.Committing metrics) {
        this.sinkName = sinkName;
        this.calls = new CommitCalls<>(sinkName, committer, retries, metrics);
        this.serializer = serializer;
        this.metrics = metrics;
        metrics.setCurrentPendingCommittablesGauge(this::pending);
    }

    private int pending() {
        return tail.size() + byCheckpoint.values().stream().mapToInt(List::size).sum();
    }

    /** What the writer prepared before the barrier of a checkpoint. */
    void add(long checkpointId, Collection<C> committables) {
        if (!committables.isEmpty()) {
            metrics.getNumCommittablesTotalCounter().inc(committables.size());
            byCheckpoint
                    .computeIfAbsent(checkpointId, id -> new ArrayList<>())
                    .addAll(committables);
        }
    }

    /** What the writer prepared at the end of data. */
    void addTail(Collection<C> committables) {
        metrics.getNumCommittablesTotalCounter().inc(committables.size());
        tail.addAll(committables);
    }

    /** The barrier of a checkpoint: what came at the end of data is part of it. */
    void assignTail(long checkpointId) {
        if (!tail.isEmpty()) {
            byCheckpoint.computeIfAbsent(checkpointId, id -> new ArrayList<>()).addAll(tail);
            tail.clear();
        }
    }

    /**
     * For operator state: one entry each, eight bytes of checkpoint id before what the serializer
     * made.
     */
    List<byte[]> snapshot() throws IOException {
        List<byte[]> entries = new ArrayList<>();
        for (var batch : byCheckpoint.entrySet()) {
            for (C committable : batch.getValue()) {
                byte[] bytes = VersionedBytes.of(serializer, committable).toBytes();
                entries.add(
                        ByteBuffer.allocate(8 + bytes.length)
                                .putLong(batch.getKey())
                                .put(bytes)
                                .array());
            }
        }
        return entries;
    }

    /** Takes in what {@link #snapshot} gave. */
    void restore(Iterable<byte[]> entries) throws IOException {
        for (byte[] entry : entries) {
            if (entry.length < 8) {
                throw new IOException(
                        "A committable in the state of sink '"
                                + sinkName
                                + "' has only "
                                + entry.length
                                + " bytes; the checkpoint it came from is damaged");
            }
            ByteBuffer buffer = ByteBuffer.wrap(entry);
            long checkpointId = buffer.getLong();
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            C committable = VersionedBytes.fromBytes(bytes).read(serializer);
            byCheckpoint.computeIfAbsent(checkpointId, id -> new ArrayList<>()).add(committable);
        }
    }

    /** Commits all that checkpoints up to this one contain, oldest first. */
    void commitUpTo(long checkpointId) throws IOException, InterruptedException {
        while (!byCheckpoint.isEmpty() && byCheckpoint.firstKey() <= checkpointId) {
            commit(byCheckpoint.firstEntry().getValue());
            byCheckpoint.pollFirstEntry();
        }
    }

    /**
     * Commits all there is: after a restore, and at the end of data where no checkpoint will come.
     */
    void commitAll() throws IOException, InterruptedException {
        commitUpTo(Long.MAX_VALUE);
        commit(tail);
        tail.clear();
    }

    private void commit(List<C> committables) throws IOException, InterruptedException {
        if (!committables.isEmpty()) {
            calls.commit(committables);
        }
    }

    void close() throws Exception {
        calls.close();
    }
}
