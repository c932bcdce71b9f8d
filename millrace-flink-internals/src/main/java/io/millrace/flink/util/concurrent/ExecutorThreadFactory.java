// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.util.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes daemon threads that are called after their pool. */
public class ExecutorThreadFactory implements ThreadFactory {

    private static final String DEFAULT_POOL = "flink-executor-pool";

    private final AtomicInteger made = new AtomicInteger();
    private final String pool;
    private final Thread.UncaughtExceptionHandler handler;

    /** For a pool without a name of its own. */
    public ExecutorThreadFactory() {
        this(DEFAULT_POOL);
    }

    /**
     * Flink ends the process when a thread of such a pool fails; here it is only told, as any other
     * thread's failure is.
     */
    public ExecutorThreadFactory(String poolName) {
        this(poolName, null);
    }

    /**
     * @param exceptionHandler who is told of what a thread failed with; null for whom the process
     *     has for that
     */
    public ExecutorThreadFactory(
            String poolName, Thread.UncaughtExceptionHandler exceptionHandler) {
        if (poolName == null) {
            throw new NullPointerException("a pool needs a name");
        }
        pool = poolName;
        handler = exceptionHandler;
    }

    @Override
    public Thread newThread(Runnable runnable) {
        Thread thread = new Thread(runnable, pool + "-thread-" + made.incrementAndGet());
        thread.setDaemon(true);
        if (handler != null) {
            thread.setUncaughtExceptionHandler(handler);
        }
        return thread;
    }
}
