// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.connector.kinesis.source.enumerator.KinesisShardSplitWithAssignmentStatus;
import io.millrace.connector.kinesis.source.enumerator.KinesisStreamsSourceEnumeratorState;
import io.millrace.connector.kinesis.source.enumerator.SplitAssignmentStatus;
import io.millrace.connector.kinesis.source.split.KinesisShardSplit;
import io.millrace.connector.kinesis.source.split.StartingPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import software.amazon.awssdk.services.kinesis.model.Shard;

/**
 * All shards of a stream that a job has seen, and for each what becomes of it.
 *
 * <p><b>Life of a shard.</b> It waits, is assigned to a reader, and is ended when its reader has
 * emitted its last record. It stays in the book as long as the stream lists it, or lists a parent
 * of it: a shard that is not in the book is new. That is how shards which were closed since a
 * savepoint are read on from where they were and not from their beginning (K15).
 *
 * <p><b>Order within a key.</b> A split or a merge closes shards, and the records of their keys go
 * to new ones, their children. A child waits until all its parents in the book are ended. That is
 * not enough if another subtask is to read the child: the parent's last records may still be on
 * their way to a keyed operator when the child's first ones arrive there by another channel. So the
 * child further waits for a completed checkpoint that began after the parent's end; its barriers
 * have driven those records before them. Without checkpoints there is nothing to wait for, and with
 * unaligned ones it does not help; docs/connectors.md says so.
 *
 * <p><b>What is new.</b> After a start in the middle of a stream, it still lists closed shards of
 * older days. They are ancestors of those in the book. Whatever else is not in the book came later.
 *
 * <p><b>Release.</b> A reader keeps a shard that is ended until its children are assigned:
 * meanwhile the shard's last watermark holds back the reader's, which the children's records shall
 * not be late for, and a checkpoint taken in between knows the end from the reader, even if the
 * enumerator's part of it was written before the enumerator knew.
 *
 * <p>Used by the enumerator alone.
 */
final class ShardBook {

    /** No subtask: the shard was ended before a restart. */
    private static final int NOBODY = -1;

    private enum Stage {
        WAITING,
        ASSIGNED,
        ENDED
    }

    private static final class Entry {
        private KinesisShardSplit split;
        private Stage stage;
        private int subtask = NOBODY;

        /** Ended, and nothing of it is on its way any more. */
        private boolean settled;

        /** The first checkpoint that began after the end; 0 if none has yet. */
        private long checkpoint;

        /** Whether the reader still keeps it, though it is ended. */
        private boolean kept;

        /** Complete lists of the stream's shards since the end. */
        private int lists;

        private Entry(KinesisShardSplit split, Stage stage) {
            this.split = split;
            this.stage = stage;
        }
    }

    private final String streamArn;
    private final boolean inOrder;
    private final Map<String, Entry> entries = new TreeMap<>();
    private String greatest;
    private boolean looked;
    private boolean checkpointing;

    /**
     * An empty book, or one as it was.
     *
     * @param inOrder whether children wait for their parents
     */
    ShardBook(String streamArn, boolean inOrder, KinesisStreamsSourceEnumeratorState restored) {
        this.streamArn = streamArn;
        this.inOrder = inOrder;
        if (restored == null) {
            return;
        }
        greatest = restored.getLastSeenShardId();
        looked = greatest != null;
        for (KinesisShardSplitWithAssignmentStatus known : restored.getKnownSplits()) {
            KinesisShardSplit split = known.split();
            if (!split.getStreamArn().equals(streamArn)) {
                throw new IllegalStateException(
                        "The checkpoint is of stream "
                                + split.getStreamArn()
                                + ", and the source reads "
                                + streamArn
                                + ". Give the source another uid if it shall begin anew");
            }
            Entry entry =
                    new Entry(
                            split,
                            Positions.isEnd(split)
                                    ? Stage.ENDED
                                    : known.assignmentStatus() == SplitAssignmentStatus.ASSIGNED
                                            ? Stage.ASSIGNED
                                            : Stage.WAITING);
            entry.settled = entry.stage == Stage.ENDED;
            entries.put(split.getShardId(), entry);
        }
    }

    /** Whether the stream was looked at, now or before the checkpoint. */
    boolean hasLooked() {
        return looked;
    }

    KinesisStreamsSourceEnumeratorState snapshot(long checkpointId) {
        List<KinesisShardSplitWithAssignmentStatus> known = new ArrayList<>();
        for (Entry entry : entries.values()) {
            if (entry.stage == Stage.ENDED && entry.checkpoint == 0) {
                entry.checkpoint = checkpointId;
            }
            known.add(
                    new KinesisShardSplitWithAssignmentStatus(
                            entry.stage == Stage.ENDED
                                    ? entry.split.readTo(Positions.end(), KinesisShardSplit.NEVER)
                                    : entry.split,
                            entry.stage == Stage.WAITING
                                    ? SplitAssignmentStatus.UNASSIGNED
                                    : SplitAssignmentStatus.ASSIGNED));
        }
        return new KinesisStreamsSourceEnumeratorState(known, greatest);
    }

    /** All that ended before it began is settled. */
    void checkpointCompleted(long checkpointId) {
        for (Entry entry : entries.values()) {
            if (entry.stage == Stage.ENDED
                    && entry.checkpoint != 0
                    && entry.checkpoint <= checkpointId) {
                entry.settled = true;
            }
        }
    }

    /** The first look, with the shards that the job begins with, all from that position. */
    void begin(Collection<Shard> shards, StartingPosition position) {
        for (Shard shard : shards) {
            add(shard, position);
        }
        looked = true;
    }

    /** A later look, with all shards that the stream lists. */
    void look(Collection<Shard> listed) {
        Map<String, Shard> byId = new HashMap<>();
        listed.forEach(shard -> byId.put(shard.shardId(), shard));
        Set<String> old = ancestorsOfKnown(byId);
        for (Shard shard : listed) {
            if (!entries.containsKey(shard.shardId()) && !old.contains(shard.shardId())) {
                add(shard, StartingPosition.fromStart());
            }
        }
        for (Entry entry : entries.values()) {
            if (entry.stage == Stage.ENDED) {
                entry.lists++;
            }
        }
        entries.values()
                .removeIf(
                        entry ->
                                entry.stage == Stage.ENDED
                                        && !entry.kept
                                        && !byId.containsKey(entry.split.getShardId())
                                        && entry.split.getParentShardIds().stream()
                                                .noneMatch(byId::containsKey));
    }

    /** Shards of the list from which those in the book come, over any number of generations. */
    private Set<String> ancestorsOfKnown(Map<String, Shard> listed) {
        Set<String> found = new HashSet<>();
        List<String> left = new ArrayList<>();
        entries.values().forEach(entry -> left.addAll(entry.split.getParentShardIds()));
        while (!left.isEmpty()) {
            String id = left.remove(left.size() - 1);
            Shard shard = listed.get(id);
            if (shard != null && found.add(id)) {
                left.addAll(parents(shard));
            }
        }
        return found;
    }

    private void add(Shard shard, StartingPosition position) {
        String id = shard.shardId();
        entries.put(
                id,
                new Entry(
                        new KinesisShardSplit(
                                streamArn,
                                id,
                                position,
                                parents(shard),
                                shard.hashKeyRange().startingHashKey(),
                                shard.hashKeyRange().endingHashKey()),
                        Stage.WAITING));
        if (greatest == null || greatest.compareTo(id) < 0) {
            greatest = id;
        }
    }

    private static Set<String> parents(Shard shard) {
        Set<String> parents = new LinkedHashSet<>();
        if (shard.parentShardId() != null) {
            parents.add(shard.parentShardId());
        }
        if (shard.adjacentParentShardId() != null) {
            parents.add(shard.adjacentParentShardId());
        }
        return parents;
    }

    /** A reader has emitted all of a shard. False if the shard is not in the book. */
    boolean ended(String shardId, int subtask, boolean restored, boolean takesCheckpoints) {
        checkpointing |= takesCheckpoints;
        Entry entry = entries.get(shardId);
        if (entry == null) {
            return false;
        }
        if (entry.stage != Stage.ENDED) {
            entry.lists = 0;
            entry.checkpoint = 0;
        }
        entry.stage = Stage.ENDED;
        entry.subtask = subtask;
        entry.kept = true;
        // Of a restored end the last records were before the barriers of the completed checkpoint.
        entry.settled |= restored;
        return true;
    }

    /** A reader that is gone had these; they are as they were in the last checkpoint. */
    void givenBack(Collection<KinesisShardSplit> splits) {
        for (KinesisShardSplit split : splits) {
            Entry entry = new Entry(split, Stage.WAITING);
            if (Positions.isEnd(split)) {
                entry.stage = Stage.ENDED;
                entry.settled = true;
            }
            entries.put(split.getShardId(), entry);
        }
    }

    /**
     * Assigns what may be read now.
     *
     * @param assigner says whose a shard is
     */
    Map<Integer, List<KinesisShardSplit>> assign(ToIntFunction<KinesisShardSplit> assigner) {
        Map<Integer, List<KinesisShardSplit>> assigned = new TreeMap<>();
        for (Entry entry : entries.values()) {
            if (entry.stage != Stage.WAITING || !parentsAreEnded(entry)) {
                continue;
            }
            int subtask = assigner.applyAsInt(entry.split);
            if (!parentsAreOutOfTheWay(entry, subtask)) {
                continue;
            }
            entry.stage = Stage.ASSIGNED;
            entry.subtask = subtask;
            assigned.computeIfAbsent(subtask, key -> new ArrayList<>()).add(entry.split);
        }
        return assigned;
    }

    private boolean parentsAreEnded(Entry child) {
        return !inOrder
                || parentsOf(child).stream().allMatch(parent -> parent.stage == Stage.ENDED);
    }

    private boolean parentsAreOutOfTheWay(Entry child, int subtask) {
        return !inOrder
                || !checkpointing
                || parentsOf(child).stream()
                        .allMatch(parent -> parent.settled || parent.subtask == subtask);
    }

    private List<Entry> parentsOf(Entry child) {
        return child.split.getParentShardIds().stream()
                .map(entries::get)
                .filter(parent -> parent != null)
                .toList();
    }

    /** What readers need not keep any more, by subtask; each is told once. */
    Map<Integer, List<String>> release() {
        Map<Integer, List<String>> released = new TreeMap<>();
        for (Entry entry : entries.values()) {
            if (entry.stage != Stage.ENDED || !entry.kept) {
                continue;
            }
            List<Entry> children =
                    entries.values().stream()
                            .filter(
                                    child ->
                                            child.split
                                                    .getParentShardIds()
                                                    .contains(entry.split.getShardId()))
                            .toList();
            // A closed shard has children, but where it has none it is not waited for them.
            boolean done =
                    children.isEmpty()
                            ? entry.lists >= 2
                            : children.stream().noneMatch(child -> child.stage == Stage.WAITING);
            if (done) {
                entry.kept = false;
                released.computeIfAbsent(entry.subtask, key -> new ArrayList<>())
                        .add(entry.split.getShardId());
            }
        }
        return released;
    }

    /** What each subtask has; what was assigned before a restart is not known. */
    Map<Integer, Set<KinesisShardSplit>> assignments() {
        Map<Integer, Set<KinesisShardSplit>> all = new TreeMap<>();
        for (Entry entry : entries.values()) {
            if (entry.stage == Stage.ASSIGNED && entry.subtask != NOBODY) {
                all.computeIfAbsent(entry.subtask, key -> new HashSet<>()).add(entry.split);
            }
        }
        return all;
    }

    /** How many wait for a checkpoint only. */
    long waitingForCheckpoint() {
        return !checkpointing
                ? 0
                : entries.values().stream()
                        .filter(entry -> entry.stage == Stage.WAITING)
                        .filter(entry -> parentsAreEnded(entry))
                        .filter(entry -> parentsOf(entry).stream().anyMatch(p -> !p.settled))
                        .count();
    }

    /** How many wait. */
    long waiting() {
        return entries.values().stream().filter(entry -> entry.stage == Stage.WAITING).count();
    }

    int size() {
        return entries.size();
    }
}
