// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a deadline after which the test fails and says what for. */
public final class Await {

    /** Long for a machine that does other things too; a condition that holds is seen soon. */
    private static final Duration DEADLINE = Duration.ofSeconds(150);

    private static final long LOOK_AGAIN_NANOS = 5_000_000;

    private Await() {}

    public static void until(String what, Callable<Boolean> condition) throws Exception {
        until(what, DEADLINE, condition);
    }

    public static void until(String what, Duration deadline, Callable<Boolean> condition)
            throws Exception {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited " + deadline + " in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** Lets time pass: that something is away for so long is what is tested. */
    public static void awayFor(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
