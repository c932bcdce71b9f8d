// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Which deliveries may be acknowledged when, and which messages have been emitted already.
 *
 * <p>A message has two names. The <b>tag</b> numbers deliveries of one session (a channel of one
 * connection): it acknowledges, and means nothing once the session is lost. The <b>id</b> is the
 * producer's and the same in all deliveries. A delivery is acknowledged when a checkpoint is
 * complete that began after it was emitted; if the broker delivers the message again before it has
 * heard of that, the id says that it is nothing new.
 *
 * <p>The hard part is when an id may be forgotten. Not when its checkpoint is complete: the tag may
 * be of a session that was lost meanwhile, so that the acknowledgement acknowledges nothing and the
 * message comes again. Not even when the broker has taken the acknowledgement: it writes it down
 * some moments later, and if it dies in between it delivers the message once more. So:
 *
 * <ul>
 *   <li>an id is held as long as a delivery of it waits in this session;
 *   <li>after the broker took the acknowledgement it is kept for {@link #ACKNOWLEDGED_KEPT_MS};
 *   <li>an id whose session was lost, or that came from a checkpoint, is kept until the message
 *       comes again and is acknowledged. It need not come again: the broker may have had the
 *       acknowledgement, of which only the answer was lost. Therefore such an id is forgotten after
 *       {@link #LOST_KEPT_MS}, which is far more than a broker needs to find that a consumer is
 *       dead.
 * </ul>
 *
 * <p>A snapshot holds all ids that are not forgotten: those of messages emitted before its barrier
 * that the broker may deliver again. Not thread-safe: used under the checkpoint lock.
 */
final class DeliveryLedger {

    /** How long an id is kept whose acknowledgement the broker has taken. */
    static final long ACKNOWLEDGED_KEPT_MS = 5_000;

    /** How long an id is kept whose message is expected again. */
    static final long LOST_KEPT_MS = 3_600_000;

    /** Of a message that was emitted: deliveries that wait, and if none, how long it is kept. */
    private static final class Emitted {
        int waiting;
        long keptUntil;
    }

    /** Deliveries between two barriers; ids only if messages have them. */
    private record Interval(long checkpointId, List<String> ids, List<Long> tags) {}

    private final Map<String, Emitted> emitted = new HashMap<>();
    private final Deque<Interval> open = new ArrayDeque<>();
    private List<String> idsSinceBarrier = new ArrayList<>();

    /** Complete, not yet given out. */
    private Interval due = nothing();

    /** Given out, the broker has not answered. */
    private Interval underway = nothing();

    private static Interval nothing() {
        return new Interval(0, new ArrayList<>(), new ArrayList<>());
    }

    /** Takes what a snapshot held. */
    void restore(Iterable<String> ids, long nowMs) {
        for (String id : ids) {
            emitted.computeIfAbsent(id, i -> new Emitted()).keptUntil = nowMs + LOST_KEPT_MS;
        }
    }

    /** Notes a delivery. True if the message is new and is to be emitted. */
    boolean delivered(String id) {
        Emitted before = emitted.get(id);
        Emitted message = before;
        if (message == null) {
            message = new Emitted();
            emitted.put(id, message);
        }
        message.waiting++;
        idsSinceBarrier.add(id);
        return before == null;
    }

    /**
     * Ends an interval: its deliveries wait for this checkpoint. Those tags belong to it; the list
     * is the ledger's from now on.
     */
    void barrier(long checkpointId, List<Long> tags) {
        open.addLast(new Interval(checkpointId, idsSinceBarrier, tags));
        idsSinceBarrier = new ArrayList<>();
    }

    /** What belongs into a snapshot; forgets what need not be kept any more. */
    Collection<String> toKeep(long nowMs) {
        Iterator<Emitted> messages = emitted.values().iterator();
        while (messages.hasNext()) {
            Emitted message = messages.next();
            if (message.waiting == 0 && message.keptUntil <= nowMs) {
                messages.remove();
            }
        }
        return emitted.keySet();
    }

    /** The checkpoint is complete, and with it all earlier ones. */
    void complete(long checkpointId) {
        while (!open.isEmpty() && open.peekFirst().checkpointId() <= checkpointId) {
            Interval interval = open.removeFirst();
            due.ids().addAll(interval.ids());
            due.tags().addAll(interval.tags());
        }
    }

    /** Tags to be acknowledged now; none while the broker has not answered for the last. */
    List<Long> takeDue() {
        if (!underway.tags().isEmpty() || due.tags().isEmpty()) {
            return List.of();
        }
        underway = due;
        due = nothing();
        return List.copyOf(underway.tags());
    }

    /** Tags that {@link #takeDue} would give out later, for when there is no later. */
    List<Long> dueAtLast() {
        return List.copyOf(due.tags());
    }

    /** The broker has taken what was given out last. */
    void acknowledged(long nowMs) {
        for (String id : underway.ids()) {
            Emitted message = emitted.get(id);
            if (--message.waiting == 0) {
                message.keptUntil = nowMs + ACKNOWLEDGED_KEPT_MS;
            }
        }
        underway = nothing();
    }

    /** No tag is worth anything any more; what was not acknowledged will be delivered again. */
    void sessionLost(long nowMs) {
        for (Emitted message : emitted.values()) {
            message.waiting = 0;
            message.keptUntil = nowMs + LOST_KEPT_MS;
        }
        idsSinceBarrier = new ArrayList<>();
        open.clear();
        due = nothing();
        underway = nothing();
    }

    /** Deliveries before the last barrier that the broker still holds. */
    int waiting() {
        int count = due.tags().size() + underway.tags().size();
        for (Interval interval : open) {
            count += interval.tags().size();
        }
        return count;
    }
}
