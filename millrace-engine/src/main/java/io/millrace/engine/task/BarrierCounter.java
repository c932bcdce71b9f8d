// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.state.SnapshotOrder;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/**
 * Holds nothing up (CK-53): the cut for checkpoint n is made when the last regular channel that has
 * not ended shows barrier n, and until then all channels are read on.
 *
 * <p>What a channel brings between its barrier n and that moment is in snapshot n already, and will
 * be sent again after a restore: it takes effect at least once. A task with one channel makes the
 * same cut as with alignment, and so does a pipeline of such tasks.
 *
 * <p>Since nothing waits, a quick channel may be several checkpoints ahead of a slow one, and as
 * many are counted at once, up to {@value #MAX_COUNTED}. If there are more the oldest is given up.
 * Barriers come in order on each channel. So when n is complete an older one that is not has been
 * left out by some channel, and never will be: it is given up.
 *
 * <p>A checkpoint that was given up stays in the count until a newer one is complete, so that the
 * barriers of it which are still to come begin nothing.
 */
final class BarrierCounter implements Barriers {

    static final int MAX_COUNTED = 50;

    private final InputGate gate;
    private final int[] regular;
    private final Outcome outcome;
    private final TreeMap<Long, Count> counts = new TreeMap<>();

    /** Barriers up to this one are ignored. */
    private long lastSeen;

    private enum Fate {
        OPEN,
        /** The coordinator gave it up before a barrier of it came; to be told when one does. */
        ABORTED,
        /** Given up, and those behind know it. */
        GIVEN_UP
    }

    private static final class Count {
        final BitSet shown = new BitSet();
        SnapshotOrder order;
        Fate fate = Fate.OPEN;
    }

    /**
     * @param lastSeen id of the restored checkpoint, 0 for none; barriers up to it are ignored
     */
    BarrierCounter(InputGate gate, long lastSeen, Outcome outcome) {
        this.gate = gate;
        this.regular = gate.regular();
        this.lastSeen = lastSeen;
        this.outcome = outcome;
    }

    @Override
    public void barrier(int channel, SnapshotOrder order) {
        long checkpointId = order.checkpointId();
        if (checkpointId <= lastSeen) {
            return;
        }
        Count count = count(checkpointId);
        count.shown.set(channel);
        count.order = order;
        if (count.fate == Fate.ABORTED) {
            giveUp(checkpointId, count, null);
        }
        dropTheOldestOfTooMany();
        if (isComplete(count)) {
            cutUpTo(checkpointId);
        }
    }

    @Override
    public void cancelMarker(int channel, long checkpointId) {
        if (checkpointId <= lastSeen) {
            return;
        }
        Count count = count(checkpointId);
        if (count.fate != Fate.GIVEN_UP) {
            giveUp(checkpointId, count, TaskListener.Decline.CANCEL_MARKER);
        }
        dropTheOldestOfTooMany();
    }

    @Override
    public void channelEnded() {
        long newest = -1;
        for (Map.Entry<Long, Count> entry : counts.entrySet()) {
            if (isComplete(entry.getValue())) {
                newest = entry.getKey();
            }
        }
        if (newest >= 0) {
            cutUpTo(newest);
        }
        if (gate.live() == 0) {
            counts.clear(); // no barrier will ask any more
        }
    }

    /**
     * Gives up what is open. Some channel may have shown the barrier before the end of its data,
     * and the cut would lie behind that end: restored from it, a task that has finished its
     * operators would stand behind one that still sends it records.
     */
    @Override
    public void endOfData() {
        for (Map.Entry<Long, Count> entry : counts.entrySet()) {
            if (entry.getValue().fate == Fate.OPEN) {
                giveUp(entry.getKey(), entry.getValue(), TaskListener.Decline.END_OF_INPUT);
            }
        }
    }

    @Override
    public void abort(long checkpointId) {
        if (checkpointId <= lastSeen) {
            return;
        }
        Count count = counts.get(checkpointId);
        if (count != null) {
            if (count.fate == Fate.OPEN) {
                giveUp(checkpointId, count, null);
            }
        } else if (gate.live() > 0) {
            count(checkpointId).fate = Fate.ABORTED;
            dropTheOldestOfTooMany();
        }
    }

    private Count count(long checkpointId) {
        return counts.computeIfAbsent(checkpointId, id -> new Count());
    }

    private void giveUp(long checkpointId, Count count, TaskListener.Decline why) {
        count.fate = Fate.GIVEN_UP;
        outcome.givenUp(checkpointId, why);
    }

    private void dropTheOldestOfTooMany() {
        while (counts.size() > MAX_COUNTED) {
            drop(counts.firstEntry());
        }
    }

    /** It was not complete, or was given up before. */
    private void drop(Map.Entry<Long, Count> entry) {
        counts.remove(entry.getKey());
        lastSeen = entry.getKey();
        if (entry.getValue().fate == Fate.OPEN) {
            outcome.givenUp(entry.getKey(), TaskListener.Decline.SUBSUMED);
        }
    }

    /** Cuts for what is complete, oldest first, up to a checkpoint that is. */
    private void cutUpTo(long checkpointId) {
        while (!counts.isEmpty() && counts.firstKey() <= checkpointId) {
            Map.Entry<Long, Count> oldest = counts.firstEntry();
            if (!isComplete(oldest.getValue())) {
                drop(oldest);
                continue;
            }
            counts.remove(oldest.getKey());
            lastSeen = oldest.getKey();
            outcome.cut(oldest.getValue().order);
        }
    }

    private boolean isComplete(Count count) {
        if (count.fate != Fate.OPEN) {
            return false;
        }
        for (int channel : regular) {
            if (!count.shown.get(channel) && !gate.isEnded(channel)) {
                return false;
            }
        }
        return true;
    }

    /** Checkpoints that are counted, or remembered because a barrier of them may still come. */
    int counted() {
        return counts.size();
    }
}
