// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a condition, with a deadline after which the test fails and says what for, and where
 * the threads of jobs stand.
 */
public final class Await {

    /** Long for a machine that does other things too; a condition that holds is seen soon. */
    private static final Duration DEADLINE = Duration.ofSeconds(100);

    private static final long LOOK_AGAIN_NANOS = 2_000_000;

    private Await() {}

    /** What is waited for; it may throw what ends the wait. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        until(what, DEADLINE, condition);
    }

    public static <E extends Exception> void until(
            String what, Duration deadline, Condition<E> condition) throws E {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw inVain(what, deadline);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** The same in a job's own thread, which an interrupt ends as it ends every wait there. */
    public static <E extends Exception> void untilOrInterrupted(String what, Condition<E> condition)
            throws E, InterruptedException {
        until(what, () -> Thread.currentThread().isInterrupted() || condition.holds());
        if (Thread.interrupted()) {
            throw new InterruptedException("while waiting until " + what);
        }
    }

    /** Lets time pass: that something is away for so long is what is tested. */
    public static void awayFor(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Of the message, the begin may be all that somebody sees; the whole is on standard error. */
    private static AssertionError inVain(String what, Duration deadline) {
        String message = "Waited " + deadline + " in vain until " + what;
        Threads threads = Threads.now();
        System.err.println(message + "; all threads:\n" + threads.all());
        return new AssertionError(message + threads.ofJobs());
    }
}
