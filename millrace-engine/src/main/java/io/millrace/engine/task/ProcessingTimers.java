// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.ProcessingTimeCallback;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Callbacks that wait for their time, earliest first. Used by its task only. */
final class ProcessingTimers {

    private static final class Waiting implements ProcessingTimeCallback.Registration {
        final long atMs;
        final long order;
        final String operator;
        final String uid;
        ProcessingTimeCallback callback;

        Waiting(
                long atMs,
                long order,
                String operator,
                String uid,
                ProcessingTimeCallback callback) {
            this.atMs = atMs;
            this.order = order;
            this.operator = operator;
            this.uid = uid;
            this.callback = callback;
        }

        @Override
        public void cancel() {
            callback = null;
        }
    }

    private final PriorityQueue<Waiting> queue =
            new PriorityQueue<>(
                    Comparator.<Waiting>comparingLong(w -> w.atMs).thenComparingLong(w -> w.order));
    private long registered;

    ProcessingTimeCallback.Registration add(
            long atMs, String operator, String uid, ProcessingTimeCallback callback) {
        Waiting waiting = new Waiting(atMs, registered++, operator, uid, callback);
        queue.add(waiting);
        return waiting;
    }

    /** When the earliest is due; MAX_VALUE when there is none. */
    long nextMs() {
        while (!queue.isEmpty() && queue.peek().callback == null) {
            queue.poll();
        }
        return queue.isEmpty() ? Long.MAX_VALUE : queue.peek().atMs;
    }

    /** Calls what is due, but nothing that those calls add; true when there was anything. */
    boolean fire(long nowMs) {
        long bound = registered;
        boolean fired = false;
        while (nextMs() <= nowMs) {
            Waiting waiting = queue.peek();
            if (waiting.order >= bound) {
                break;
            }
            queue.poll();
            fired = true;
            try {
                waiting.callback.onTime(waiting.atMs);
            } catch (Exception e) {
                throw OperatorFailure.of(
                        "in a processing-time callback for " + waiting.atMs,
                        waiting.operator,
                        waiting.uid,
                        e);
            }
        }
        return fired;
    }
}
