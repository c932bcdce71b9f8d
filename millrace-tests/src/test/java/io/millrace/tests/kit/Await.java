// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for a condition, with a deadline after which the test fails and says what it had been
 * waiting for.
 */
public final class Await {

    /** Long for a machine that does other things too; a condition that holds is seen at once. */
    public static final Duration DEADLINE = Duration.ofSeconds(60);

    private static final long LOOK_AGAIN_NANOS = 1_000_000;

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(what, DEADLINE, condition);
    }

    /** The same in a job's own thread, which an interrupt ends as it ends every wait there. */
    public static void untilOrInterrupted(String what, BooleanSupplier condition)
            throws InterruptedException {
        until(what, () -> Thread.currentThread().isInterrupted() || condition.getAsBoolean());
        if (Thread.interrupted()) {
            throw new InterruptedException("while waiting until " + what);
        }
    }

    public static void until(String what, Duration deadline, BooleanSupplier condition) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited " + deadline + " in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }
}
