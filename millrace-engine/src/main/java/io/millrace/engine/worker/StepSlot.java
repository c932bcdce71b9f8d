// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A step's place in the pool: who may run it next, and who is inside it now.
 *
 * <p>Its state is the whole protocol between those who wake and those who step:
 *
 * <pre>
 *   IDLE --wake--> QUEUED --worker takes--> RUNNING --nothing to do--> IDLE
 *                    ^                        |  \--wake--> RUNNING_AGAIN
 *                    +------- more to do -----+----------------+
 *   RUNNING --done--> GONE
 * </pre>
 *
 * A wake that meets a running step is never lost: it turns RUNNING into RUNNING_AGAIN, and then the
 * step is queued again though it found nothing.
 */
final class StepSlot implements Workers.Handle {

    private static final int IDLE = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int RUNNING_AGAIN = 3;
    private static final int GONE = 4;

    final Step step;
    private final WorkerPool pool;
    private final AtomicInteger state = new AtomicInteger(IDLE);

    /** The thread of its own; null while the step shares. Set once, by the pool. */
    private volatile Thread ownThread;

    private volatile Thread runner;
    private volatile boolean yielding;

    /**
     * When to step though nobody wakes it, by {@code Clock.nanos}: setting the wall clock must not
     * put off what is due.
     */
    volatile long wakeAtNanos = Long.MAX_VALUE;

    volatile long runningSinceNanos;
    private final java.util.concurrent.atomic.AtomicBoolean stuck =
            new java.util.concurrent.atomic.AtomicBoolean();

    /** Three within this time make a habit; rarer ones may be the machine's doing. */
    static final long HABIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /**
     * When the last but one step overstayed, and the last; the worker's, while it runs the step.
     */
    private long lastButOneNanos;

    private long lastNanos;
    private int overstays;

    StepSlot(Step step, WorkerPool pool) {
        this.step = step;
        this.pool = pool;
    }

    @Override
    public void wake() {
        while (true) {
            int now = state.get();
            switch (now) {
                case IDLE:
                    if (state.compareAndSet(IDLE, QUEUED)) {
                        pool.enqueue(this);
                        return;
                    }
                    break;
                case RUNNING:
                    if (state.compareAndSet(RUNNING, RUNNING_AGAIN)) {
                        unparkIfYielding();
                        return;
                    }
                    break;
                case RUNNING_AGAIN:
                    unparkIfYielding();
                    return;
                default:
                    return;
            }
        }
    }

    private void unparkIfYielding() {
        if (yielding) {
            LockSupport.unpark(runner);
        }
    }

    /** Worker: takes a queued slot. */
    void begin(Thread thread, long nowNanos) {
        runningSinceNanos = nowNanos; // first: who sees the runner asks since when
        runner = thread;
        state.set(RUNNING);
    }

    /**
     * Worker: the step has returned.
     *
     * @return whether it must be queued again
     */
    boolean end(Progress progress) {
        runner = null;
        if (progress == Progress.DONE) {
            state.set(GONE);
            return false;
        }
        wakeAtNanos = pool.nanosOf(step.wakeAtMs());
        if (progress == Progress.MADE || !state.compareAndSet(RUNNING, IDLE)) {
            state.set(QUEUED);
            return true;
        }
        return false;
    }

    boolean isIdle() {
        return state.get() == IDLE;
    }

    boolean isQueued() {
        return state.get() == QUEUED;
    }

    /** Counts as stuck from now; false when it did before. */
    boolean markStuck() {
        return stuck.compareAndSet(false, true);
    }

    /** No longer stuck; false when it was not. */
    boolean clearStuck() {
        return stuck.compareAndSet(true, false);
    }

    boolean isGone() {
        return state.get() == GONE;
    }

    boolean isRunning() {
        return runner != null;
    }

    Thread runner() {
        return runner;
    }

    void yielding(boolean yes) {
        yielding = yes;
    }

    /** Counts a step that took too long; true when it has become a habit. */
    boolean overstayed(long nowNanos) {
        boolean habit = overstays >= 2 && nowNanos - lastButOneNanos <= HABIT_NANOS;
        overstays = Math.min(2, overstays + 1);
        lastButOneNanos = lastNanos;
        lastNanos = nowNanos;
        return habit;
    }

    Thread ownThread() {
        return ownThread;
    }

    void ownThread(Thread thread) {
        ownThread = thread;
    }

    @Override
    public void interrupt() {
        Thread inside = runner;
        if (inside != null) {
            inside.interrupt();
        }
    }

    @Override
    public StackTraceElement[] stack() {
        Thread inside = runner;
        return inside == null ? new StackTraceElement[0] : inside.getStackTrace();
    }
}
