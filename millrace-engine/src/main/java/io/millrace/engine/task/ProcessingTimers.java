// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * Callbacks that wait for their time, earliest first. Used by its task only.
 *
 * <p><b>When a time has come.</b> When the wall clock has {@linkplain Clock#lastPassedMs passed}
 * it. But somebody may set that clock back, by an hour, and what was to happen in a second must not
 * wait for an hour and a second: so each callback has a deadline by the clock that never goes back,
 * too, a little later than it would be called anyway (case T17). The callback is told the time it
 * waited for; the wall clock may show less.
 *
 * <p><b>What must wait longer.</b> A callback may have to wait for room as input does. When its
 * time has come and there is no {@link Room}, it is put aside, and wakes nobody, until there is.
 */
final class ProcessingTimers {

    /** How much the wall clock may lag behind before it counts as set back. */
    private static final long LAG_MS = 1_000;

    /** Farther ahead there is no deadline: in nanoseconds it would be no number. */
    private static final long FARTHEST_MS = TimeUnit.DAYS.toMillis(36_500);

    private static final long NO_DEADLINE = Long.MIN_VALUE;

    /** What callbacks that may bring records look at. */
    interface Room {

        /** Whether there is none: then even what is due waits. */
        boolean mustWait();

        /**
         * Whether the input has ended, and only what was due by then may still come: the end waits
         * for it.
         */
        boolean isPastEnd();
    }

    private static final class Waiting implements ProcessingTimeCallback.Registration {
        final long atMs;
        final long order;
        final long deadlineNanos;
        final String operator;
        final String uid;

        /** Null for what never waits for room. */
        final Room room;

        ProcessingTimeCallback callback;

        /** It has been put aside; where it still is in a queue, too, it does not count there. */
        boolean held;

        /** Whether it is in the queue of the same name. */
        boolean inQueue;

        boolean inDeadlines;

        Waiting(
                long atMs,
                long order,
                long deadlineNanos,
                String operator,
                String uid,
                Room room,
                ProcessingTimeCallback callback) {
            this.atMs = atMs;
            this.order = order;
            this.deadlineNanos = deadlineNanos;
            this.operator = operator;
            this.uid = uid;
            this.room = room;
            this.callback = callback;
        }

        @Override
        public void cancel() {
            callback = null;
        }

        /** Where it stands in a queue it is to be passed over. */
        boolean isDead() {
            return callback == null || held;
        }
    }

    private final Clock clock;
    private final PriorityQueue<Waiting> queue =
            new PriorityQueue<>(
                    (a, b) -> {
                        int byTime = Long.compare(a.atMs, b.atMs);
                        return byTime != 0 ? byTime : Long.compare(a.order, b.order);
                    });
    private final PriorityQueue<Waiting> deadlines =
            new PriorityQueue<>(
                    (a, b) -> {
                        int byTime = Long.signum(a.deadlineNanos - b.deadlineNanos);
                        return byTime != 0 ? byTime : Long.compare(a.order, b.order);
                    });

    /** Those whose time has come, and that must wait. */
    private final List<Waiting> held = new ArrayList<>();

    private long registered;
    private boolean firing;

    /** What the wall clock showed when the input ended; MAX_VALUE while it has not. */
    private long endedAtMs = Long.MAX_VALUE;

    ProcessingTimers(Clock clock) {
        this.clock = clock;
    }

    ProcessingTimeCallback.Registration add(
            long atMs, String operator, String uid, ProcessingTimeCallback callback) {
        return add(atMs, operator, uid, null, callback);
    }

    /**
     * @param room null if it never has to wait once its time has come
     */
    ProcessingTimeCallback.Registration add(
            long atMs, String operator, String uid, Room room, ProcessingTimeCallback callback) {
        long nowMs = clock.millis();
        long inMs = atMs < nowMs ? 0 : atMs - nowMs + 1;
        boolean tooFar = inMs < 0 || inMs > FARTHEST_MS;
        long deadline =
                tooFar ? NO_DEADLINE : clock.nanos() + TimeUnit.MILLISECONDS.toNanos(inMs + LAG_MS);
        Waiting waiting = new Waiting(atMs, registered++, deadline, operator, uid, room, callback);
        enqueue(waiting);
        return waiting;
    }

    private void enqueue(Waiting waiting) {
        if (!waiting.inQueue) {
            waiting.inQueue = true;
            queue.add(waiting);
        }
        if (!waiting.inDeadlines && waiting.deadlineNanos != NO_DEADLINE) {
            waiting.inDeadlines = true;
            deadlines.add(waiting);
        }
    }

    private void dropDead() {
        while (!queue.isEmpty() && queue.peek().isDead()) {
            queue.poll().inQueue = false;
        }
    }

    private void dropDeadDeadlines() {
        while (!deadlines.isEmpty() && deadlines.peek().isDead()) {
            deadlines.poll().inDeadlines = false;
        }
    }

    private void hold(Waiting due) {
        due.held = true;
        held.add(due);
    }

    /** Whether there are any whose time has come and that have to wait. */
    boolean areHeld() {
        held.removeIf(waiting -> waiting.callback == null);
        return !held.isEmpty();
    }

    /** Those that need not wait any longer are due again; true when there were any. */
    boolean release() {
        return held.removeIf(
                waiting -> {
                    if (waiting.callback != null) {
                        if (waiting.room.mustWait()) {
                            return false;
                        }
                        waiting.held = false;
                        enqueue(waiting);
                    }
                    return true;
                });
    }

    private static long after(long atMs) {
        return atMs == Long.MAX_VALUE ? atMs : atMs + 1;
    }

    /** What the wall clock shows when the earliest is due; MAX_VALUE when there is none. */
    long nextMs() {
        dropDead();
        if (queue.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long byWall = after(queue.peek().atMs);
        dropDeadDeadlines();
        if (deadlines.isEmpty()) {
            return byWall;
        }
        long leftNanos = deadlines.peek().deadlineNanos - clock.nanos();
        long leftMs = Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNanos + 999_999));
        return Math.min(byWall, clock.millis() + leftMs);
    }

    /** Calls what is due, but nothing that those calls add; true when there was anything. */
    boolean fire() {
        if (!held.isEmpty()) {
            release();
        }
        long bound = registered;
        boolean fired = false;
        firing = true;
        try {
            for (Waiting due = firstDue(bound); due != null; due = firstDue(bound)) {
                if (due.room != null && due.atMs >= endedAtMs && due.room.isPastEnd()) {
                    due.callback = null;
                } else if (due.room != null && due.room.mustWait()) {
                    hold(due);
                } else {
                    fired = true;
                    call(due);
                }
            }
        } finally {
            firing = false;
        }
        return fired;
    }

    private static void call(Waiting due) {
        ProcessingTimeCallback callback = due.callback;
        due.callback = null; // out of both queues
        try {
            callback.onTime(due.atMs);
        } catch (Exception e) {
            throw OperatorFailure.of(
                    "in a processing-time callback for " + due.atMs, due.operator, due.uid, e);
        }
    }

    /** No record will come any more, though some may still be on their way through the chain. */
    void inputEnded() {
        endedAtMs = clock.millis();
    }

    /** Whether a callback is being called. */
    boolean areFiring() {
        return firing;
    }

    private Waiting firstDue(long bound) {
        dropDead();
        if (queue.isEmpty()) {
            return null;
        }
        Waiting byWall = queue.peek();
        if (byWall.atMs <= clock.lastPassedMs() && byWall.order < bound) {
            return byWall;
        }
        dropDeadDeadlines();
        if (deadlines.isEmpty()) {
            return null;
        }
        Waiting byDeadline = deadlines.peek();
        return byDeadline.deadlineNanos - clock.nanos() <= 0 && byDeadline.order < bound
                ? byDeadline
                : null;
    }
}
