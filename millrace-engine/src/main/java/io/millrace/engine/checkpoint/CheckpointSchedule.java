// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

/**
 * When the next periodic checkpoint is due.
 *
 * <p>A tick comes every interval, at a fixed rate: a tick that is heard late is answered at once,
 * and those that passed unheard are not made up for. A tick that finds the slot full is kept, one
 * at most, and answered when the slot is free.
 *
 * <p>With a pause the clock has a second rule: from the end of an attempt, completed or not, no
 * tick is answered before the pause is over. A tick that falls into the pause is dropped and the
 * rate begins anew at the pause's end, so the next checkpoint starts exactly then. An interval
 * shorter than the pause is as long as the pause.
 *
 * <p>The first tick comes one interval after the job began to run. No thread, no clock: time is
 * told, in milliseconds from any origin that does not jump.
 */
final class CheckpointSchedule {

    /** What the schedule says when asked. */
    enum Answer {
        /** No tick has come since the last was answered. */
        NOT_DUE,
        /** A tick is kept until the slot is free. */
        SLOT_FULL,
        /** A tick fell into the pause and was dropped; the next one comes when the pause ends. */
        PAUSE,
        /** Take a checkpoint now. */
        DUE
    }

    /** There is no next tick. */
    static final long NEVER = Long.MAX_VALUE;

    private final long pauseMs;
    private long intervalMs;

    private boolean running;
    private long nextTickAtMs = NEVER;
    private boolean tickKept;
    private long pauseEndsAtMs = Long.MIN_VALUE;

    /**
     * @param intervalMs start to start; 0 means that no tick ever comes
     * @param pauseMs end to start; 0 means none
     */
    CheckpointSchedule(long intervalMs, long pauseMs) {
        this.pauseMs = pauseMs;
        this.intervalMs = withPause(intervalMs);
    }

    private long withPause(long intervalMs) {
        return intervalMs == 0 ? 0 : Math.max(intervalMs, pauseMs);
    }

    /**
     * Ticks come in another rhythm from now on. A shorter one begins now; before a longer one the
     * tick that was to come still comes.
     *
     * @param changedMs start to start; 0 means that none comes until this is called again
     */
    void changeInterval(long changedMs, long nowMs) {
        long changed = withPause(changedMs);
        if (changed == intervalMs) {
            return;
        }
        intervalMs = changed;
        if (changed == 0) {
            nextTickAtMs = NEVER;
            tickKept = false;
        } else if (running) {
            nextTickAtMs = Math.min(nextTickAtMs, later(nowMs, changed));
        }
    }

    /** The job runs from now on. */
    void start(long nowMs) {
        running = true;
        nextTickAtMs = intervalMs > 0 ? later(nowMs, intervalMs) : NEVER;
        tickKept = false;
    }

    /** The job does not run any more; a kept tick is forgotten. */
    void stop() {
        running = false;
        nextTickAtMs = NEVER;
        tickKept = false;
    }

    /** An attempt of whatever kind has ended, well or not. */
    void attemptEnded(long nowMs) {
        if (pauseMs > 0) {
            pauseEndsAtMs = later(nowMs, pauseMs);
        }
    }

    /** Asks what is to be done now. {@code DUE} is said once per tick. */
    Answer ask(long nowMs, boolean slotFree) {
        if (!running) {
            return Answer.NOT_DUE;
        }
        if (nowMs >= nextTickAtMs) {
            tickKept = true;
            long missed = (nowMs - nextTickAtMs) / intervalMs;
            nextTickAtMs = later(nextTickAtMs, (missed + 1) * intervalMs);
        }
        if (!tickKept) {
            return Answer.NOT_DUE;
        }
        if (!slotFree) {
            return Answer.SLOT_FULL;
        }
        tickKept = false;
        if (nowMs < pauseEndsAtMs) {
            nextTickAtMs = pauseEndsAtMs;
            return Answer.PAUSE;
        }
        return Answer.DUE;
    }

    /**
     * When to ask again at the latest: {@link Long#MIN_VALUE} for at once, {@link #NEVER} when only
     * something else (a freed slot, a started job) can change the answer.
     */
    long askAgainAtMs(boolean slotFree) {
        if (tickKept) {
            return slotFree ? Long.MIN_VALUE : NEVER;
        }
        return nextTickAtMs;
    }

    /** When the next tick comes, whatever becomes of it. */
    long nextTickAtMs() {
        return nextTickAtMs;
    }

    private static long later(long ms, long byMs) {
        long sum = ms + byMs;
        return byMs > 0 && sum < ms ? NEVER : sum;
    }
}
