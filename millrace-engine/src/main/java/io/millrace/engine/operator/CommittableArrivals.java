// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.chain.VersionedBytes;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a committer has been sent and has not yet committed, by the checkpoint it is part of.
 *
 * <p>Two questions decide when a checkpoint's committables may be committed. <em>Is it safe?</em>
 * What has arrived is in the state of this operator from the next barrier on, and is safe when a
 * checkpoint of that barrier, or a later one, is complete: that may be later than the checkpoint
 * that a committable was made for, where something before the committer has held it back. <em>Is it
 * all?</em> Each sender says by a summary how many it sends; a checkpoint is committed when as many
 * have come. Where all subtasks together make a whole, it also waits until each of them has said so
 * much: a sender that has spoken of a later checkpoint, or of the end, has nothing more for this
 * one.
 *
 * @param <C> committables
 */
final class CommittableArrivals<C> {

    private static final byte GROUP = 1;
    private static final byte COMMITTABLE = 2;
    private static final byte SPOKEN = 3;

    private static final Set<Map.Entry<Integer, Long>> NOBODY = Set.of();

    private final String operatorName;
    private final SimpleVersionedSerializer<C> serializer;

    /** Whether all senders together make a whole. */
    private final boolean whole;

    private final TreeMap<Long, Batch<C>> byCheckpoint = new TreeMap<>();

    /**
     * The latest that each sender has spoken of. It is part of the state: a sender that had ended
     * before the snapshot does not speak again after a restore, and must not be waited for.
     */
    private final Map<Integer, Long> spokenOf = new HashMap<>();

    private int senders;

    CommittableArrivals(
            String operatorName, SimpleVersionedSerializer<C> serializer, boolean whole) {
        this.operatorName = operatorName;
        this.serializer = serializer;
        this.whole = whole;
    }

    /** All of one checkpoint. */
    static final class Batch<C> {
        /** By sender: how many were announced, less those that have come. */
        private final Map<Integer, Integer> missing = new TreeMap<>();

        private final List<CommittableWithLineage<C>> committables = new ArrayList<>();

        /** The first barrier behind the latest arrival; none yet while it is this. */
        private long safeWith = NOT_YET;

        private static final long NOT_YET = Long.MAX_VALUE;

        List<C> take() {
            List<C> all = new ArrayList<>();
            committables.forEach(each -> all.add(each.getCommittable()));
            committables.clear();
            return all;
        }

        private boolean isComplete() {
            return missing.values().stream().allMatch(count -> count <= 0);
        }

        int missing() {
            return missing.values().stream().mapToInt(count -> Math.max(0, count)).sum();
        }
    }

    void add(CommittableMessage<C> message) {
        long checkpointId = message.getCheckpointIdOrEOI();
        Batch<C> batch = byCheckpoint.computeIfAbsent(checkpointId, id -> new Batch<>());
        batch.safeWith = Batch.NOT_YET;
        int sender = message.getSubtaskId();
        if (message instanceof CommittableSummary<C> summary) {
            if (senders != summary.getNumberOfSubtasks()) {
                spokenOf.clear(); // restored with another parallelism, where others had these
                // numbers
                senders = summary.getNumberOfSubtasks();
            }
            spokenOf.merge(sender, checkpointId, Math::max);
            batch.missing.merge(
                    sender,
                    summary.getNumberOfCommittables() - summary.getNumberOfFailedCommittables(),
                    Integer::sum);
        } else if (message instanceof CommittableWithLineage<C> committable) {
            batch.committables.add(committable);
            // Where the summary was heard in an earlier attempt, nothing is missing.
            batch.missing.computeIfPresent(sender, (from, count) -> count - 1);
        } else {
            throw new IllegalArgumentException(
                    "The committer '"
                            + operatorName
                            + "' got a message of a kind of its own: "
                            + message.getClass().getName());
        }
    }

    /** What has arrived so far is part of this checkpoint. */
    void barrier(long checkpointId) {
        for (Batch<C> batch : byCheckpoint.values()) {
            if (batch.safeWith == Batch.NOT_YET) {
                batch.safeWith = checkpointId;
            }
        }
    }

    /**
     * Takes what may be committed when a checkpoint is complete, oldest first.
     *
     * @param completed {@code Long.MAX_VALUE} for all there is, whatever is missing
     */
    TreeMap<Long, Batch<C>> takeReady(long completed) {
        TreeMap<Long, Batch<C>> ready = new TreeMap<>();
        byCheckpoint
                .entrySet()
                .removeIf(
                        entry -> {
                            Batch<C> batch = entry.getValue();
                            boolean all = completed == Long.MAX_VALUE;
                            if (all
                                    || batch.safeWith <= completed
                                            && batch.isComplete()
                                            && allHaveSpokenOf(entry.getKey())) {
                                ready.put(entry.getKey(), batch);
                                return true;
                            }
                            return false;
                        });
        return ready;
    }

    private boolean allHaveSpokenOf(long checkpointId) {
        if (!whole) {
            return true;
        }
        for (int sender = 0; sender < senders; sender++) {
            if (spokenOf.getOrDefault(sender, Long.MIN_VALUE) < checkpointId) {
                return false;
            }
        }
        return true;
    }

    int pending() {
        return byCheckpoint.values().stream().mapToInt(batch -> batch.committables.size()).sum();
    }

    /**
     * For operator state: what is missing by sender, and the committables, one entry each; and for
     * a whole how far each sender has come.
     */
    List<byte[]> snapshot() throws IOException {
        List<byte[]> entries = new ArrayList<>();
        for (Map.Entry<Integer, Long> spoken : whole ? spokenOf.entrySet() : NOBODY) {
            DataOutputSerializer out = new DataOutputSerializer(17);
            out.writeByte(SPOKEN);
            out.writeLong(spoken.getValue());
            out.writeInt(spoken.getKey());
            out.writeInt(senders);
            entries.add(out.getCopyOfBuffer());
        }
        for (Map.Entry<Long, Batch<C>> entry : byCheckpoint.entrySet()) {
            for (Map.Entry<Integer, Integer> sender : entry.getValue().missing.entrySet()) {
                DataOutputSerializer out = new DataOutputSerializer(17);
                out.writeByte(GROUP);
                out.writeLong(entry.getKey());
                out.writeInt(sender.getKey());
                out.writeInt(sender.getValue());
                entries.add(out.getCopyOfBuffer());
            }
            for (CommittableWithLineage<C> each : entry.getValue().committables) {
                DataOutputSerializer out = new DataOutputSerializer(64);
                out.writeByte(COMMITTABLE);
                out.writeLong(entry.getKey());
                out.writeInt(each.getSubtaskId());
                byte[] bytes = VersionedBytes.of(serializer, each.getCommittable()).toBytes();
                out.writeInt(bytes.length);
                out.write(bytes);
                entries.add(out.getCopyOfBuffer());
            }
        }
        return entries;
    }

    /** Takes in what {@link #snapshot} gave; all of it is safe. */
    void restore(Iterable<byte[]> entries) throws IOException {
        for (byte[] entry : entries) {
            DataInputDeserializer in = new DataInputDeserializer(entry);
            byte kind = in.readByte();
            long checkpointId = in.readLong();
            int sender = in.readInt();
            if (kind == SPOKEN) {
                spokenOf.merge(sender, checkpointId, Math::max);
                senders = in.readInt();
                continue;
            }
            Batch<C> batch = byCheckpoint.computeIfAbsent(checkpointId, id -> new Batch<>());
            if (kind == GROUP) {
                batch.missing.merge(sender, in.readInt(), Integer::sum);
            } else if (kind == COMMITTABLE) {
                byte[] bytes = new byte[in.readInt()];
                in.readFully(bytes);
                batch.committables.add(
                        new CommittableWithLineage<>(
                                VersionedBytes.fromBytes(bytes).read(serializer),
                                checkpointId,
                                sender));
            } else {
                throw new IOException(
                        "An entry in the state of the committer '"
                                + operatorName
                                + "' is of no kind it knows: "
                                + kind);
            }
        }
    }

    /**
     * What was there after a restore; what is missing of it may still come, as a batch of its own.
     */
    TreeMap<Long, Batch<C>> takeRestored() {
        TreeMap<Long, Batch<C>> restored = new TreeMap<>(byCheckpoint);
        byCheckpoint.clear();
        return restored;
    }
}
