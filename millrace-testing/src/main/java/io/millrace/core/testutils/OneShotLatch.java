// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.testutils;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens once, for all who wait and for all who come later. Any thread. */
public final class OneShotLatch {

    private boolean triggered;
    private int waiters;

    public OneShotLatch() {}

    /** Opens it; idempotent. */
    public synchronized void trigger() {
        triggered = true;
        notifyAll();
    }

    /** Returns when it is open. */
    public synchronized void await() throws InterruptedException {
        waiters++;
        try {
            while (!triggered) {
                wait();
            }
        } finally {
            waiters--;
        }
    }

    /** The same; an interruption is thrown as a {@link RuntimeException}. */
    public void awaitQuietly() {
        try {
            await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RuntimeException(e);
        }
    }

    /**
     * Returns when it is open.
     *
     * @throws TimeoutException when it is not, by then
     */
    public synchronized void await(long timeout, TimeUnit timeUnit)
            throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + timeUnit.toNanos(timeout);
        waiters++;
        try {
            while (!triggered) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new TimeoutException("It is not open after " + timeout + " " + timeUnit);
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(left, 1));
            }
        } finally {
            waiters--;
        }
    }

    /** The same; an interruption or a timeout is thrown as a {@link RuntimeException}. */
    public void awaitQuietly(long timeout, TimeUnit timeUnit) {
        try {
            await(timeout, timeUnit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RuntimeException(e);
        } catch (TimeoutException e) {
            throw new RuntimeException(e);
        }
    }

    public synchronized boolean isTriggered() {
        return triggered;
    }

    /** How many wait right now. */
    public synchronized int getWaitersCount() {
        return waiters;
    }

    /** Closes it again. */
    public synchronized void reset() {
        triggered = false;
    }

    @Override
    public synchronized String toString() {
        return "Latch " + (triggered ? "TRIGGERED" : "PENDING");
    }
}
