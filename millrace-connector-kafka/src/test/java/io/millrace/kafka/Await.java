// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a deadline after which the test fails and says what for. */
final class Await {

    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final long LOOK_AGAIN_NANOS = 20_000_000;

    private Await() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited " + DEADLINE + " in vain until " + what);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
        }
    }

    /** Lets time pass: that something is away for so long is what is tested. */
    static void awayFor(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
