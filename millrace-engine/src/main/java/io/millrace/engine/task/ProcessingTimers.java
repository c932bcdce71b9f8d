// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.ProcessingTimeCallback;
import io.millrace.engine.time.Clock;
import java.util.Comparator;
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
 */
final class ProcessingTimers {

    /** How much the wall clock may lag behind before it counts as set back. */
    private static final long LAG_MS = 1_000;

    /** Farther ahead there is no deadline: in nanoseconds it would be no number. */
    private static final long FARTHEST_MS = TimeUnit.DAYS.toMillis(36_500);

    private static final class Waiting implements ProcessingTimeCallback.Registration {
        final long atMs;
        final long order;
        final long deadlineNanos;
        final String operator;
        final String uid;
        ProcessingTimeCallback callback;

        Waiting(
                long atMs,
                long order,
                long deadlineNanos,
                String operator,
                String uid,
                ProcessingTimeCallback callback) {
            this.atMs = atMs;
            this.order = order;
            this.deadlineNanos = deadlineNanos;
            this.operator = operator;
            this.uid = uid;
            this.callback = callback;
        }

        @Override
        public void cancel() {
            callback = null;
        }
    }

    private final Clock clock;
    private final PriorityQueue<Waiting> queue =
            new PriorityQueue<>(
                    Comparator.<Waiting>comparingLong(w -> w.atMs).thenComparingLong(w -> w.order));
    private final PriorityQueue<Waiting> deadlines =
            new PriorityQueue<>(
                    (a, b) -> {
                        int byTime = Long.signum(a.deadlineNanos - b.deadlineNanos);
                        return byTime != 0 ? byTime : Long.compare(a.order, b.order);
                    });
    private long registered;

    ProcessingTimers(Clock clock) {
        this.clock = clock;
    }

    ProcessingTimeCallback.Registration add(
            long atMs, String operator, String uid, ProcessingTimeCallback callback) {
        long nowMs = clock.millis();
        long inMs = atMs < nowMs ? 0 : atMs - nowMs + 1;
        boolean tooFar = inMs < 0 || inMs > FARTHEST_MS;
        long deadline = tooFar ? 0 : clock.nanos() + TimeUnit.MILLISECONDS.toNanos(inMs + LAG_MS);
        Waiting waiting = new Waiting(atMs, registered++, deadline, operator, uid, callback);
        queue.add(waiting);
        if (!tooFar) {
            deadlines.add(waiting);
        }
        return waiting;
    }

    private static void dropCancelled(PriorityQueue<Waiting> from) {
        while (!from.isEmpty() && from.peek().callback == null) {
            from.poll();
        }
    }

    private static long after(long atMs) {
        return atMs == Long.MAX_VALUE ? atMs : atMs + 1;
    }

    /** What the wall clock shows when the earliest is due; MAX_VALUE when there is none. */
    long nextMs() {
        dropCancelled(queue);
        if (queue.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long byWall = after(queue.peek().atMs);
        dropCancelled(deadlines);
        if (deadlines.isEmpty()) {
            return byWall;
        }
        long leftNanos = deadlines.peek().deadlineNanos - clock.nanos();
        long leftMs = Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNanos + 999_999));
        return Math.min(byWall, clock.millis() + leftMs);
    }

    /** Calls what is due, but nothing that those calls add; true when there was anything. */
    boolean fire() {
        long bound = registered;
        boolean fired = false;
        for (Waiting due = firstDue(bound); due != null; due = firstDue(bound)) {
            ProcessingTimeCallback callback = due.callback;
            due.callback = null; // out of both queues
            fired = true;
            try {
                callback.onTime(due.atMs);
            } catch (Exception e) {
                throw OperatorFailure.of(
                        "in a processing-time callback for " + due.atMs, due.operator, due.uid, e);
            }
        }
        return fired;
    }

    private Waiting firstDue(long bound) {
        dropCancelled(queue);
        if (queue.isEmpty()) {
            return null;
        }
        Waiting byWall = queue.peek();
        if (byWall.atMs <= clock.lastPassedMs() && byWall.order < bound) {
            return byWall;
        }
        dropCancelled(deadlines);
        if (deadlines.isEmpty()) {
            return null;
        }
        Waiting byDeadline = deadlines.peek();
        return byDeadline.deadlineNanos - clock.nanos() <= 0 && byDeadline.order < bound
                ? byDeadline
                : null;
    }
}
