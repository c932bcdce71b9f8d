// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends executors of a program. */
public class ExecutorUtils {

    /** All members are static. */
    public ExecutorUtils() {}

    /**
     * Lets executors do what they have, as long as this takes no longer than the time given for all
     * of them; then interrupts them. Returns what was not begun.
     */
    public static List<Runnable> gracefulShutdown(
            long timeout, TimeUnit unit, ExecutorService... executorServices) {
        for (ExecutorService executor : executorServices) {
            executor.shutdown();
        }
        List<Runnable> left = new ArrayList<>();
        long end = System.nanoTime() + unit.toNanos(timeout);
        boolean interrupted = Thread.currentThread().isInterrupted();
        for (ExecutorService executor : executorServices) {
            boolean done = false;
            if (!interrupted) {
                try {
                    done =
                            executor.awaitTermination(
                                    Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (!done) {
                left.addAll(executor.shutdownNow());
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return left;
    }

    /** The same, in a thread of its own. */
    public static CompletableFuture<Void> nonBlockingShutdown(
            long timeout, TimeUnit unit, ExecutorService... executorServices) {
        return CompletableFuture.runAsync(
                () -> gracefulShutdown(timeout, unit, executorServices),
                task -> {
                    Thread thread = new Thread(task, "executors-shutdown");
                    thread.setDaemon(true);
                    thread.start();
                });
    }
}
