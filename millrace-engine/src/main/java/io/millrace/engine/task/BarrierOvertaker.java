// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.Announcement;
import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.InFlightLog;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.time.Clock;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the cut without waiting for what is on its way (CK-56), or after waiting so long and no
 * longer.
 *
 * <h2>The problem</h2>
 *
 * Where a task is slower than those before it, its channels are full, and a barrier that keeps its
 * place comes last. A checkpoint then lasts as long as all that is on its way, task after task.
 *
 * <h2>The rule</h2>
 *
 * A sender does not put the barrier among its elements but {@linkplain Announcement announces} it:
 * "barrier n stands behind my first so many elements, of which these here have found no room yet".
 * The receiver knows at once, and has the choice:
 *
 * <ul>
 *   <li><b>In line.</b> It takes elements until as many have been taken as stand before the
 *       barrier, and reads that channel no further, until all channels have come to that point.
 *       That is the aligned cut of {@link BarrierAligner}, and nothing of what was on its way is in
 *       it.
 *   <li><b>Overtaking.</b> It cuts now. Whatever stands before a barrier and has not been processed
 *       was sent before its sender's cut, and comes after this one; so it joins the snapshot: the
 *       rest of the batch that is being processed, what is in the channels, what waits at the
 *       senders. It is copied, stays where it is and is processed as ever.
 * </ul>
 *
 * It waits in line for the time that the order allows, counted from the trigger of the checkpoint
 * and not from its arrival here, so that many tasks in a row do not wait one after the other. After
 * that it overtakes.
 *
 * <h2>What else there is to it</h2>
 *
 * <ul>
 *   <li><b>A channel whose sender has not announced yet.</b> Everything that comes on it after the
 *       cut is copied before it is processed, until the announcement tells how far that goes. When
 *       the last channel's is known the snapshot is complete. That is soon: each sender cuts on the
 *       first news itself.
 *   <li><b>A sender that has ended</b> announces no barrier; that all its elements are before it is
 *       known from its announcement of the end.
 *   <li><b>A task whose senders have all ended</b> gets its order as a letter, and need not take
 *       all they have left before it cuts.
 *   <li><b>Channels where nothing may be overtaken</b> (those of subtasks that face each other,
 *       broadcast ones, those within a loop) show their barriers in line. Such a channel is waited
 *       for, however long it takes: were it not, what came on it would have to be dealt anew at
 *       another parallelism, and nobody could say how.
 *   <li><b>Savepoints</b> are aligned: their barriers come in line everywhere.
 *   <li><b>A watermark for which many timers fire</b> may be overtaken between two of them, if the
 *       program allows it. It joins the snapshot then, as the first on its channel: those of its
 *       timers that have not fired are in the state, and fire when it is heard again.
 *   <li><b>What the elements are.</b> Records and watermarks join the snapshot. Barriers and
 *       markers of other checkpoints have no meaning there; ends are said again by their senders,
 *       which have come as far in the same checkpoint.
 * </ul>
 *
 * <p>As long as no checkpoint is under way a task has nothing to do with this but to read a field
 * once for each element.
 *
 * <p>Used on the task's step.
 */
final class BarrierOvertaker implements Barriers {

    /** What becomes of checkpoints that overtake. */
    interface Outcome extends Barriers.Outcome {

        /**
         * Take the snapshot now, and pass the barrier on; it is to be kept until {@link #recorded}.
         */
        void cutOvertaking(InFlightRecording recording);

        /** All that was on its way has been added. */
        void recorded(InFlightRecording recording);

        /**
         * What was on its way can't be added, so there will be no snapshot. May throw, and then the
         * task fails.
         */
        void notRecorded(long checkpointId, RuntimeException cause);

        /**
         * There will be no snapshot after all.
         *
         * @param why to be told to the coordinator; null when it is he who gave it up
         */
        void dropped(InFlightRecording recording, TaskListener.Decline why);
    }

    private final InputGate gate;
    private final int[] regular;
    private final boolean[] overtakable;
    private final Clock clock;
    private final Supplier<InFlightLog> newLog;
    private final Outcome outcome;

    /** The checkpoint that is waited for; -1 for none. */
    private long current = -1;

    private SnapshotOrder order;

    /** Channels on which all that is before its barrier was processed; they are held. */
    private final boolean[] shown;

    private final Announcement[] announced;

    /** Whether it was seen that the time to wait is over. */
    private boolean dueSeen;

    /** Where channels end, as far as it is known. */
    private final Announcement[] ends;

    private long lastSeen;
    private final Set<Long> aborted = new HashSet<>();

    /** Of the checkpoint that was cut last, while channels are open; else null. */
    private InFlightRecording recording;

    /**
     * @param overtakable per channel: whether barriers may overtake what comes on it
     * @param lastSeen id of the restored checkpoint, 0 for none; barriers up to it are ignored
     */
    BarrierOvertaker(
            InputGate gate,
            boolean[] overtakable,
            long lastSeen,
            Clock clock,
            Supplier<InFlightLog> newLog,
            Outcome outcome) {
        this.gate = gate;
        this.regular = gate.regular();
        this.overtakable = overtakable.clone();
        this.lastSeen = lastSeen;
        this.clock = clock;
        this.newLog = newLog;
        this.outcome = outcome;
        this.shown = new boolean[gate.size()];
        this.announced = new Announcement[gate.size()];
        this.ends = new Announcement[gate.size()];
    }

    // ---- what comes past the elements ----

    /** The sender of a channel announces its barrier, or its end. */
    void announced(int channel, Announcement announcement) {
        if (announcement.isEnd()) {
            ends[channel] = announcement;
            addRestIfOpen(channel, announcement);
            return;
        }
        long checkpointId = announcement.order().checkpointId();
        if (recording != null && recording.id() == checkpointId) {
            addRestIfOpen(channel, announcement);
        } else if (begins(announcement.order())) {
            announced[channel] = announcement;
        }
    }

    /** All senders have ended, or are about to: an order has come as a letter. */
    void triggered(SnapshotOrder triggered) {
        if (begins(triggered)) {
            for (int channel : regular) {
                announced[channel] = ends[channel];
            }
        }
    }

    /** Whether the barrier is of the checkpoint that is waited for, from now on at least. */
    private boolean begins(SnapshotOrder newOrder) {
        long checkpointId = newOrder.checkpointId();
        if (checkpointId <= lastSeen || checkpointId < current) {
            return false;
        }
        if (checkpointId > current) {
            giveUpOlder();
            current = checkpointId;
            order = newOrder;
        }
        if (aborted.contains(checkpointId)) {
            end(checkpointId);
            outcome.givenUp(checkpointId, null);
            return false;
        }
        return true;
    }

    // ---- what comes in line ----

    @Override
    public void barrier(int channel, SnapshotOrder inLine) {
        if (begins(inLine)) {
            show(channel);
            check(null, 0, -1);
        }
    }

    @Override
    public void cancelMarker(int channel, long checkpointId) {
        if (recording != null && recording.id() == checkpointId) {
            drop(TaskListener.Decline.CANCEL_MARKER);
            return;
        }
        if (checkpointId <= lastSeen || checkpointId < current) {
            return;
        }
        if (checkpointId > current) {
            giveUpOlder();
        }
        end(checkpointId);
        outcome.givenUp(checkpointId, TaskListener.Decline.CANCEL_MARKER);
    }

    /** An element was taken and is about to be processed. */
    void taken(int channel, StreamElement element) {
        if (recording != null && recording.isOpen(channel)) {
            long checkpointId = recording.id();
            try {
                recording.add(channel, element);
            } catch (RuntimeException e) {
                drop(null);
                outcome.notRecorded(checkpointId, e);
            }
        }
    }

    @Override
    public void channelEnded() {
        if (recording != null) {
            for (int channel : regular) {
                if (gate.isEnded(channel)) {
                    recording.done(channel);
                }
            }
            completeIfAllAreDone();
        }
        if (current >= 0) {
            check(null, 0, -1);
        }
        if (gate.live() == 0) {
            aborted.clear(); // no barrier will ask any more
        }
    }

    /** What is waited for lies behind the end of the data on each channel. */
    @Override
    public void endOfData() {}

    @Override
    public void abort(long checkpointId) {
        if (recording != null && recording.id() == checkpointId) {
            drop(null);
        } else if (current == checkpointId) {
            end(checkpointId);
            outcome.givenUp(checkpointId, null);
        } else if (checkpointId > lastSeen && gate.live() > 0) {
            aborted.add(checkpointId);
        }
    }

    // ---- the cut ----

    /** Whether a checkpoint is waited for, so that {@link #check} has something to do. */
    boolean isWaiting() {
        return current >= 0;
    }

    /** Whether what is taken must be shown to {@link #taken}. */
    boolean isRecording() {
        return recording != null;
    }

    /** When to check again though nothing has come; {@link Long#MAX_VALUE} for never. */
    long wakeAtMs() {
        return current < 0 || order.alignmentMs() < 0 || dueSeen ? Long.MAX_VALUE : deadlineMs();
    }

    private long deadlineMs() {
        long deadlineMs = order.timestampMs() + order.alignmentMs();
        return deadlineMs < order.timestampMs() ? Long.MAX_VALUE : deadlineMs;
    }

    /**
     * Cuts if it is time to. Between two records or two elements.
     *
     * @param batch what is being processed; null between two elements
     * @param at the first of its records that was not
     * @param channel on which it came
     */
    void check(Batch batch, int at, int channel) {
        if (current < 0) {
            return;
        }
        if (batch == null) {
            for (int each : regular) {
                if (!shown[each]
                        && announced[each] != null
                        && gate.hasReached(each, announced[each])) {
                    show(each);
                }
            }
        }
        boolean all = batch == null;
        boolean allInLine = true;
        for (int each : regular) {
            if (!shown[each] && !gate.isEnded(each)) {
                all = false;
                allInLine &= overtakable[each];
            }
        }
        if (all) {
            long complete = current;
            outcome.cut(order);
            end(complete);
        } else if (allInLine && isDue()) {
            overtake(batch, at, channel, null);
        }
    }

    /**
     * The same while an element that has been taken is still being processed, at a point where that
     * can be interrupted: a barrier may overtake what it has still to do. The element becomes part
     * of what was on its way, so that it is begun anew after a restore, and finds done what was.
     */
    void checkWithin(int channel, StreamElement element) {
        if (current < 0 || shown[channel] || !isDue()) {
            return;
        }
        for (int each : regular) {
            if (!shown[each] && !gate.isEnded(each) && !overtakable[each]) {
                return;
            }
        }
        overtake(null, 0, channel, element);
    }

    private boolean isDue() {
        dueSeen =
                order.alignmentMs() >= 0
                        && (order.alignmentMs() == 0 || clock.millis() >= deadlineMs());
        return dueSeen;
    }

    /**
     * @param batch what is being processed, from that record on; or
     * @param element what is being processed; else both are null
     * @param currentChannel on which that came
     */
    private void overtake(Batch batch, int at, int currentChannel, StreamElement element) {
        InFlightRecording begun = new InFlightRecording(order, newLog.get(), gate.size());
        try {
            for (int channel : regular) {
                if (!shown[channel] && !gate.isEnded(channel)) {
                    if (batch != null && channel == currentChannel) {
                        begun.add(channel, batch, at);
                    }
                    if (element != null && channel == currentChannel) {
                        begun.add(channel, element);
                    }
                    Announcement known =
                            announced[channel] != null ? announced[channel] : ends[channel];
                    if (known == null) {
                        begun.open(channel);
                    } else {
                        gate.showUntaken(channel, known, untaken -> begun.add(channel, untaken));
                    }
                }
            }
        } catch (RuntimeException e) {
            begun.drop();
            end(begun.id());
            outcome.notRecorded(begun.id(), e);
            return;
        }
        outcome.cutOvertaking(begun);
        end(begun.id());
        if (!begun.isDropped()) {
            recording = begun;
            completeIfAllAreDone();
        }
    }

    private void addRestIfOpen(int channel, Announcement announcement) {
        if (recording != null && recording.isOpen(channel)) {
            InFlightRecording to = recording;
            try {
                gate.showUntaken(channel, announcement, element -> to.add(channel, element));
            } catch (RuntimeException e) {
                drop(null);
                outcome.notRecorded(to.id(), e);
                return;
            }
            to.done(channel);
            completeIfAllAreDone();
        }
    }

    private void completeIfAllAreDone() {
        if (recording.isComplete()) {
            InFlightRecording complete = recording;
            recording = null;
            outcome.recorded(complete);
        }
    }

    private void show(int channel) {
        shown[channel] = true;
        gate.hold(channel);
    }

    private void giveUpOlder() {
        if (recording != null) {
            drop(TaskListener.Decline.SUBSUMED);
        }
        if (current >= 0) {
            long superseded = current;
            end(superseded);
            outcome.givenUp(superseded, TaskListener.Decline.SUBSUMED);
        }
    }

    private void drop(TaskListener.Decline why) {
        InFlightRecording dropped = recording;
        recording = null;
        outcome.dropped(dropped, why);
    }

    /** The snapshot was taken or given up: read on. */
    private void end(long checkpointId) {
        lastSeen = Math.max(lastSeen, checkpointId);
        aborted.removeIf(id -> id <= lastSeen);
        current = -1;
        order = null;
        dueSeen = false;
        Arrays.fill(shown, false);
        Arrays.fill(announced, null);
        gate.release();
    }
}
