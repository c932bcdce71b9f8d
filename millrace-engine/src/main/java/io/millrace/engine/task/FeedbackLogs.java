// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.state.LoopLog;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes the cut of a checkpoint clean where a loop begins.
 *
 * <h2>The problem</h2>
 *
 * A barrier cuts a stream: what is before it is in the checkpoint as an effect on somebody's state,
 * what is behind it will be sent again. A task with several inputs takes its snapshot when the
 * barrier has come on all of them. In a loop that moment never comes: the barrier comes back to the
 * first task only after that task has sent it on. And a cut that leaves the way back out of account
 * loses every record that is going round.
 *
 * <h2>The rule</h2>
 *
 * Carbone, Fóra, Ewen, Haridi and Tzoumas give it in <em>Lightweight Asynchronous Snapshots for
 * Distributed Dataflows</em> (arXiv 1506.08603, the algorithm for cyclic graphs). A task to which
 * back edges lead takes its snapshot when barrier n has come on all its <em>other</em> inputs, and
 * sends the barrier on. From then on each record that comes over a back edge is written into a log
 * before it is processed, until barrier n has come round on that edge. These are exactly the
 * records that were going round at the cut: their senders had sent them before their own cut, and
 * the task's state had not seen them. The snapshot is the copied state and the log; it is written,
 * and acknowledged, when the barrier has come round on all back edges. On restore the log comes
 * before all other input.
 *
 * <h2>What is added here</h2>
 *
 * <ul>
 *   <li><b>A barrier that is early.</b> With more than one subtask a back edge may show barrier n
 *       before the task has cut n itself: subtask 0 of the body hears only subtask 0 of the head,
 *       and feeds back to both. What follows on that channel was sent behind the sender's cut, so
 *       it must not reach this task before its own. The channel is held until then. That cannot
 *       last for ever: the other inputs don't depend on what is held, and whoever feeds back never
 *       waits.
 *   <li><b>Several checkpoints at once.</b> Each has a log of its own, and a record belongs to all
 *       that are open and whose barrier has not come on its channel.
 *   <li><b>Checkpoints that are given up.</b> By letter, by a marker that comes round in place of
 *       the barrier, or because a later barrier comes round first: their log is dropped. Barriers
 *       of a checkpoint of which there is no log are of no meaning.
 *   <li><b>Loops within loops.</b> Nothing is special about them: what enters the inner loop is a
 *       regular input of its first task, wherever in the outer loop it comes from.
 *   <li><b>Logs that are large.</b> They go to local disk until they are written ({@link LoopLog}).
 *   <li><b>The end.</b> No marker can say that a loop is empty, so the control plane counts what is
 *       sent and what has come. A log that is open when the loop ends is closed by the barrier as
 *       always: the first task stays until then.
 *   <li><b>Another parallelism.</b> The log is list state of the loop's first operator, dealt
 *       evenly; or by key, where the edge is keyed ({@link LoopPlace.BackEdge}).
 * </ul>
 *
 * Used on the task's step.
 */
final class FeedbackLogs {

    /** What becomes of a cut that waits for its log. */
    interface Outcome {
        /** The log is complete; the snapshot may be written. */
        void complete(Cut cut, LoopLog log);

        /** There will be no snapshot. */
        void dropped(Cut cut, TaskListener.Decline why);
    }

    private static final class Open {
        final Cut cut;
        final LoopLog log;
        final boolean[] shown;
        int left;

        Open(Cut cut, LoopLog log, int channels) {
            this.cut = cut;
            this.log = log;
            this.shown = new boolean[channels];
        }
    }

    private static final long NOT_HELD = Long.MAX_VALUE;

    private final InputGate inputs;
    private final LoopPlace place;
    private final Outcome outcome;
    private final boolean holds;
    private final TreeMap<Long, Open> open = new TreeMap<>();

    /** Where nothing is held: on which back channels a barrier has come before the cut. */
    private final TreeMap<Long, BitSet> early = new TreeMap<>();

    /** The barrier for which a back channel is held. */
    private final long[] heldFor;

    /**
     * Given up, by the coordinator or in the body, before they were cut here. Nothing is held for
     * them, as it may be that no regular channel ever shows anything of them.
     */
    private final TreeSet<Long> givenUp = new TreeSet<>();

    /** The newest checkpoint that was cut or given up here. */
    private long decided;

    /**
     * @param decided id of the restored checkpoint, 0 for none
     * @param holds whether a channel whose barrier came early is held; if not, what follows on it
     *     takes effect at least once (CK-53)
     */
    FeedbackLogs(InputGate inputs, LoopPlace place, long decided, boolean holds, Outcome outcome) {
        this.inputs = inputs;
        this.place = place;
        this.holds = holds;
        this.decided = decided;
        this.outcome = outcome;
        this.heldFor = new long[inputs.size()];
        Arrays.fill(heldFor, NOT_HELD);
    }

    /** A record batch was taken from a back channel; from {@code at} on it is not processed yet. */
    void taken(int channel, Batch batch, int at) {
        if (open.isEmpty()) {
            return;
        }
        int edge = place.edgeOfChannel()[channel];
        for (Open each : open.values()) {
            if (!each.shown[channel]) {
                for (int i = at; i < batch.size(); i++) {
                    each.log.add(edge, batch.value(i), batch.timestamp(i));
                }
            }
        }
    }

    /** The task has cut a checkpoint and sent its barrier on. */
    void cut(Cut cut) {
        Open opened = new Open(cut, place.newLog().get(), inputs.size());
        BitSet before = early.getOrDefault(cut.id(), new BitSet());
        for (int channel = 0; channel < inputs.size(); channel++) {
            if (inputs.isBack(channel) && !inputs.isEnded(channel) && !before.get(channel)) {
                opened.left++;
            } else {
                opened.shown[channel] = true;
            }
        }
        open.put(cut.id(), opened);
        if (givenUp.contains(cut.id())) {
            drop(cut.id(), TaskListener.Decline.CANCEL_MARKER);
        } else if (opened.left == 0) {
            close(opened);
        }
    }

    /** All checkpoints up to this one are cut, or given up, by now: nobody is held for them. */
    void decided(long checkpointId) {
        decided = Math.max(decided, checkpointId);
        givenUp.headSet(decided, true).clear();
        early.headMap(decided, true).clear();
        for (int channel = 0; channel < heldFor.length; channel++) {
            if (heldFor[channel] <= decided) {
                release(channel);
            }
        }
    }

    /** The task will not cut this one. Where barriers are aligned, it will not cut an older one. */
    void givenUp(long checkpointId) {
        if (holds) {
            decided(checkpointId);
        }
    }

    private void release(int channel) {
        long id = heldFor[channel];
        heldFor[channel] = NOT_HELD;
        inputs.release(channel);
        show(channel, id);
    }

    /** A barrier has come round. */
    void barrier(int channel, long checkpointId) {
        if (checkpointId > decided && holds && !givenUp.contains(checkpointId)) {
            heldFor[channel] = checkpointId;
            inputs.hold(channel);
        } else if (checkpointId > decided && !holds) {
            overtaken(channel, checkpointId);
            early.computeIfAbsent(checkpointId, id -> new BitSet()).set(channel);
        } else {
            show(channel, checkpointId);
        }
    }

    private void show(int channel, long checkpointId) {
        overtaken(channel, checkpointId);
        Open shown = open.get(checkpointId);
        if (shown != null && !shown.shown[channel]) {
            shown.shown[channel] = true;
            if (--shown.left == 0) {
                close(shown);
            }
        }
    }

    /** Barriers come in order: one that was not shown by now will never be. */
    private void overtaken(int channel, long checkpointId) {
        for (Map.Entry<Long, Open> older :
                List.copyOf(open.headMap(checkpointId, false).entrySet())) {
            if (!older.getValue().shown[channel]) {
                drop(older.getKey(), TaskListener.Decline.SUBSUMED);
            }
        }
    }

    /** In place of a barrier: it was given up on the way round. */
    void cancelMarker(int channel, long checkpointId) {
        overtaken(channel, checkpointId);
        drop(checkpointId, TaskListener.Decline.CANCEL_MARKER);
        holdNothingFor(checkpointId);
    }

    /** The coordinator has given a checkpoint up; barriers of it may still come round. */
    void aborted(long checkpointId) {
        drop(checkpointId, null);
        holdNothingFor(checkpointId);
    }

    private void holdNothingFor(long checkpointId) {
        if (checkpointId > decided) {
            givenUp.add(checkpointId);
        }
        for (int channel = 0; channel < heldFor.length; channel++) {
            if (heldFor[channel] == checkpointId) {
                release(channel);
            }
        }
    }

    /** Nothing more comes on a back channel. */
    void channelEnded(int channel) {
        for (Open each : List.copyOf(open.values())) {
            if (!each.shown[channel]) {
                each.shown[channel] = true;
                if (--each.left == 0) {
                    close(each);
                }
            }
        }
    }

    private void close(Open complete) {
        open.remove(complete.cut.id());
        outcome.complete(complete.cut, complete.log);
    }

    private void drop(long checkpointId, TaskListener.Decline why) {
        Open dropped = open.remove(checkpointId);
        if (dropped != null) {
            free(dropped);
            if (why != null) {
                outcome.dropped(dropped.cut, why);
            }
        }
    }

    private static void free(Open dropped) {
        dropped.log.release();
        dropped.cut.release();
    }

    /** Whether a back channel is held for a barrier that came early. */
    boolean holdAny() {
        for (long held : heldFor) {
            if (held != NOT_HELD) {
                return true;
            }
        }
        return false;
    }

    /** Whether no log is open. */
    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Drops all logs: the task ends. */
    void close() {
        List<Open> all = List.copyOf(open.values());
        open.clear();
        all.forEach(FeedbackLogs::free);
    }
}
