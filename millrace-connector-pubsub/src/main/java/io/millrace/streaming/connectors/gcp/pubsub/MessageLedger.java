// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which messages have been emitted, and which deliveries of them may be acknowledged when. One for
 * all subtasks of a source: the service may deliver a message again to any of them.
 *
 * <p>A message has one id, and an acknowledgement id for each delivery. A delivery is acknowledged
 * when a checkpoint is complete that holds the message's effect. Whose checkpoint that is depends
 * on who emitted the message, not on who was delivered it last: if subtask A emits a message after
 * its barrier and subtask B gets it again before the same barrier, B's checkpoint holds nothing of
 * it. So a delivery of a known message waits with the message, and the message with the subtask
 * that has emitted it, its owner.
 *
 * <p>A message is, one after the other,
 *
 * <ul>
 *   <li><b>open</b>: emitted since the owner's last barrier;
 *   <li><b>waiting</b>: before a barrier whose checkpoint is not complete;
 *   <li><b>expected</b>: a complete checkpoint holds its effect, but the service may not know it:
 *       the acknowledgement is on its way, or was refused, or the id comes from a snapshot. It is
 *       known for {@link #LOST_KEPT_MS};
 *   <li><b>done</b>: the service has taken the acknowledgement. It may deliver the message all the
 *       same, so its id is known for a window of time and number, and then forgotten.
 * </ul>
 *
 * <p>A snapshot holds the ids of the owner's messages of all four kinds. They go to the subtasks of
 * the next run as union state: each must know all ids, before any of them is delivered a message,
 * and one of them owns each, so that it is written once.
 *
 * <p>Without a window there are no ids: each delivery counts as a message.
 */
final class MessageLedger {

    /** How long an id is known whose message is expected again; or the window, if it is longer. */
    static final long LOST_KEPT_MS = 3_600_000;

    private static final char DONE = 'd';
    private static final char EXPECTED = 'e';

    private enum Stage {
        OPEN,
        WAITING,
        EXPECTED,
        DONE
    }

    private static final class Message {
        final String id;
        final int owner;
        Stage stage = Stage.OPEN;
        List<Delivery> deliveries = new ArrayList<>(1);
        int unsettled;
        long forgottenAt;

        Message(String id, int owner) {
            this.id = id;
            this.owner = owner;
        }
    }

    /** One delivery of a message, to this subtask. */
    record Delivery(Message message, int subtask, String ackId) {}

    private record Interval(long checkpointId, List<Message> messages) {}

    /** What one subtask owns, and what it is to acknowledge. */
    private static final class Share {
        List<Message> open = new ArrayList<>();
        final Deque<Interval> waiting = new ArrayDeque<>();
        final LinkedHashSet<Message> expected = new LinkedHashSet<>();
        final LinkedHashSet<Message> done = new LinkedHashSet<>();
        List<Delivery> due = new ArrayList<>();
        int deliveriesWaiting;
    }

    private final long windowMs;
    private final long lostKeptMs;
    private final int mostDone;
    private final Map<String, Message> known = new HashMap<>();
    private final Map<Integer, Share> shares = new HashMap<>();
    private final Set<Integer> joined = new HashSet<>();
    private long shortestMs;

    /**
     * @param windowMs how long a message that is done is known; 0 for not at all
     * @param mostDone how many of them are known of each subtask
     */
    MessageLedger(long windowMs, int mostDone) {
        this.windowMs = windowMs;
        this.lostKeptMs = Math.max(windowMs, LOST_KEPT_MS);
        this.mostDone = mostDone;
        this.shortestMs = windowMs;
    }

    private boolean remembers() {
        return windowMs > 0;
    }

    private Share share(int subtask) {
        return shares.computeIfAbsent(subtask, s -> new Share());
    }

    /** Says that this subtask takes part; false if one with its number does already. */
    synchronized boolean join(int subtask) {
        return joined.add(subtask);
    }

    /** Takes what the snapshots of all subtasks held. Each subtask does so, the first to effect. */
    synchronized void restore(Iterable<String> elements, int subtasks, long nowMs) {
        if (!remembers()) {
            return;
        }
        for (String element : elements) {
            String id = element.substring(1);
            if (known.containsKey(id)) {
                continue;
            }
            Message message = new Message(id, Math.floorMod(id.hashCode(), subtasks));
            known.put(id, message);
            if (element.charAt(0) == DONE) {
                done(message, nowMs);
            } else {
                expected(message, nowMs);
            }
        }
    }

    private void expected(Message message, long nowMs) {
        message.stage = Stage.EXPECTED;
        message.forgottenAt = nowMs + lostKeptMs;
        Share share = share(message.owner);
        share.expected.remove(message);
        share.expected.add(message);
    }

    private void done(Message message, long nowMs) {
        Share share = share(message.owner);
        share.expected.remove(message);
        share.done.remove(message);
        message.stage = Stage.DONE;
        message.forgottenAt = nowMs + windowMs;
        share.done.add(message);
    }

    /** Notes a delivery. True if the message is new and is to be emitted by this subtask. */
    synchronized boolean delivered(int subtask, String id, String ackId) {
        Message message = remembers() ? known.get(id) : null;
        boolean isNew = message == null;
        if (isNew) {
            message = new Message(id, subtask);
            if (remembers()) {
                known.put(id, message);
            }
            share(subtask).open.add(message);
        }
        Delivery delivery = new Delivery(message, subtask, ackId);
        message.unsettled++;
        if (message.stage == Stage.OPEN || message.stage == Stage.WAITING) {
            message.deliveries.add(delivery);
            share(subtask).deliveriesWaiting++;
        } else {
            share(subtask).due.add(delivery);
        }
        return isNew;
    }

    /**
     * The barrier of this checkpoint has come to this subtask. What it has emitted waits for it.
     *
     * @return what belongs into its snapshot
     */
    synchronized List<String> barrier(int subtask, long checkpointId, long nowMs) {
        Share share = share(subtask);
        for (Message message : share.open) {
            message.stage = Stage.WAITING;
        }
        share.waiting.addLast(new Interval(checkpointId, share.open));
        share.open = new ArrayList<>();
        List<String> elements = new ArrayList<>();
        if (remembers()) {
            forget(share, nowMs);
            for (Message message : share.done) {
                elements.add(DONE + message.id);
            }
            for (Message message : share.expected) {
                elements.add(EXPECTED + message.id);
            }
            for (Interval interval : share.waiting) {
                for (Message message : interval.messages()) {
                    elements.add(EXPECTED + message.id);
                }
            }
        }
        return elements;
    }

    private void forget(Share share, long nowMs) {
        forgetOld(share.expected, nowMs);
        forgetOld(share.done, nowMs);
        Iterator<Message> oldest = share.done.iterator();
        for (int excess = share.done.size() - mostDone; excess > 0; excess--) {
            Message message = oldest.next();
            shortestMs = Math.min(shortestMs, windowMs - (message.forgottenAt - nowMs));
            oldest.remove();
            known.remove(message.id);
        }
    }

    private void forgetOld(LinkedHashSet<Message> messages, long nowMs) {
        Iterator<Message> oldest = messages.iterator();
        while (oldest.hasNext()) {
            Message message = oldest.next();
            if (message.forgottenAt > nowMs) {
                return;
            }
            oldest.remove();
            known.remove(message.id);
        }
    }

    /** The checkpoint is complete, and with it all earlier ones: for this subtask. */
    synchronized void complete(int subtask, long checkpointId, long nowMs) {
        Share share = share(subtask);
        while (!share.waiting.isEmpty()
                && share.waiting.peekFirst().checkpointId() <= checkpointId) {
            for (Message message : share.waiting.removeFirst().messages()) {
                for (Delivery delivery : message.deliveries) {
                    Share receiver = share(delivery.subtask());
                    receiver.due.add(delivery);
                    receiver.deliveriesWaiting--;
                }
                message.deliveries = List.of();
                if (remembers()) {
                    expected(message, nowMs);
                }
            }
        }
    }

    /** Deliveries that this subtask is to acknowledge now; they are the caller's. */
    synchronized List<Delivery> takeDue(int subtask) {
        Share share = share(subtask);
        List<Delivery> due = share.due;
        share.due = new ArrayList<>();
        return due;
    }

    /** They could not be acknowledged at present. */
    synchronized void putBack(int subtask, List<Delivery> deliveries) {
        share(subtask).due.addAll(0, deliveries);
    }

    /** The service has taken these acknowledgements, but for those that it refused for good. */
    synchronized void settled(List<Delivery> deliveries, Collection<String> refused, long nowMs) {
        if (!remembers()) {
            return;
        }
        for (Delivery delivery : deliveries) {
            Message message = delivery.message();
            message.unsettled--;
            boolean forgotten = known.get(message.id) != message;
            if (forgotten || message.stage == Stage.DONE && refused.contains(delivery.ackId())) {
                continue;
            }
            if (refused.contains(delivery.ackId())) {
                expected(message, nowMs);
            } else if (message.unsettled == 0 || message.stage == Stage.DONE) {
                done(message, nowMs);
            }
        }
    }

    /** Deliveries to this subtask that wait for a checkpoint. */
    synchronized int waiting(int subtask) {
        return share(subtask).deliveriesWaiting;
    }

    /** How many ids are known. */
    synchronized int known() {
        return known.size();
    }

    /** To what the window was cut, at its shortest, because there were too many messages. */
    synchronized long shortestWindowMs() {
        return shortestMs;
    }
}
