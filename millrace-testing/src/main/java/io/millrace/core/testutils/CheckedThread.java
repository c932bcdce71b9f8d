// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.testutils;

/** A thread whose failure is thrown to whoever waits for it. */
public abstract class CheckedThread extends Thread {

    private volatile Throwable failure;

    public CheckedThread() {}

    public CheckedThread(String name) {
        super(name);
    }

    /** What the thread does. */
    public abstract void go() throws Exception;

    @Override
    public final void run() {
        try {
            go();
        } catch (Throwable t) {
            failure = t;
        }
    }

    /**
     * Waits until the thread has ended.
     *
     * @throws Exception what it failed with
     */
    public void sync() throws Exception {
        sync(0);
    }

    /**
     * Waits until the thread has ended.
     *
     * @param timeout in milliseconds; 0 for ever
     * @throws Exception what it failed with, or that it runs on
     */
    public void sync(long timeout) throws Exception {
        trySync(timeout);
        if (isAlive()) {
            throw new Exception(
                    "The thread '" + getName() + "' still runs after " + timeout + " ms");
        }
    }

    /**
     * The same, and no error when the thread still runs.
     *
     * @throws Exception what it failed with
     */
    public void trySync(long timeout) throws Exception {
        join(timeout);
        Throwable failed = failure;
        if (failed instanceof Exception exception) {
            throw exception;
        } else if (failed instanceof Error error) {
            throw error;
        } else if (failed != null) {
            throw new Exception(failed);
        }
    }
}
