// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.functions.RuntimeContext;

/** When the next message may be emitted, if no more than so many may be each second. */
final class Pace {

    private final double nanosEach;
    private double next;

    private Pace(double nanosEach) {
        this.nanosEach = nanosEach;
        this.next = System.nanoTime();
    }

    /**
     * This subtask's part of a rate.
     *
     * @param perSecond of all subtasks together; 0 for no limit
     */
    static Pace of(int perSecond, RuntimeContext context) {
        int subtasks = context.getTaskInfo().getNumberOfParallelSubtasks();
        return new Pace(perSecond == 0 ? 0 : 1e9 * subtasks / perSecond);
    }

    /** How long to wait before one more; it counts as emitted. */
    long pauseMs() {
        if (nanosEach == 0) {
            return 0;
        }
        double now = System.nanoTime();
        long pause = (long) ((next - now) / 1e6);
        next = Math.max(next, now) + nanosEach;
        return Math.max(0, pause);
    }
}
