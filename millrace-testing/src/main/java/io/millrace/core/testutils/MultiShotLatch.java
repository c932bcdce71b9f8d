// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.testutils;

/** Opens for one who waits, or comes next, and closes behind it. Any thread. */
public final class MultiShotLatch {

    private boolean triggered;

    public MultiShotLatch() {}

    /** Opens it. */
    public synchronized void trigger() {
        triggered = true;
        notifyAll();
    }

    /** Returns when it was opened, and closes it. */
    public synchronized void await() throws InterruptedException {
        while (!triggered) {
            wait();
        }
        triggered = false;
    }

    public synchronized boolean isTriggered() {
        return triggered;
    }
}
