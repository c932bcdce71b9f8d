// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

/**
 * One method that does a little work and says whether it got anywhere: a task, a source's
 * coordinator, the job's supervisor. It starts no thread, does not sleep, wait or lock; so a test
 * can step it, a pool can share it, a simulation can order it.
 */
public interface Step {

    /** Does a little work. One thread at a time, not always the same one. Must not throw. */
    Progress step();

    /**
     * It threw all the same, an {@link OutOfMemoryError} perhaps: it is not stepped any more, and
     * this is the occasion to tell those who wait for it. Called once, on the thread that stepped
     * it.
     */
    default void broke(Throwable cause) {}

    /**
     * {@link io.millrace.engine.time.Clock#millis} at which to step though nobody wakes it;
     * MAX_VALUE: never.
     */
    long wakeAtMs();

    /** For thread names, logs and stack dumps. */
    String name();
}
