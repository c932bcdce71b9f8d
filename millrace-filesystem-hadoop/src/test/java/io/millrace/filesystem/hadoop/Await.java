// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a condition, with a deadline after which the test fails and says for what it waited.
 */
final class Await {

    private Await() {}

    static void until(String what, Duration deadline, Callable<Boolean> condition)
            throws Exception {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("Waited " + deadline + " in vain until " + what);
            }
            LockSupport.parkNanos(10_000_000);
        }
    }
}
