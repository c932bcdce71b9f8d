// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.worker.Workers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Calls that a split enumerator has made beside its coordinator's step, once or again and again:
 * they list files or ask brokers, and may take long. One is made at a time, in order, as in Flink:
 * enumerators rely on it. What came of one is handled in the step, by a letter.
 *
 * <p>{@link #call} by any thread, everything else in the step; the calls themselves are made by I/O
 * threads.
 */
final class EnumeratorCalls {

    private final String coordinator;
    private final Workers workers;
    private final ClassLoader userClassLoader;
    private final Consumer<SourceCoordinator.Letter> inbox;
    private final BooleanSupplier closing;
    private final List<Periodic<?>> periodics = new ArrayList<>();

    /** Calls that wait for the one before them. Guarded by itself, like the two below. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    private Thread caller; // the thread inside a call
    private boolean calling; // a call is under way or about to be

    /**
     * @param coordinator its name, for the names of calls
     * @param inbox where what is to be done in the step is put; any thread
     * @param closing whether the coordinator is to end, so that no further call may begin
     */
    EnumeratorCalls(
            String coordinator,
            Workers workers,
            ClassLoader userClassLoader,
            Consumer<SourceCoordinator.Letter> inbox,
            BooleanSupplier closing) {
        this.coordinator = coordinator;
        this.workers = workers;
        this.userClassLoader = userClassLoader;
        this.inbox = inbox;
        this.closing = closing;
    }

    /** What a call came to; written before its letter is posted, read when it is opened. */
    private static final class Result<T> {
        private T value;
        private Throwable failure;
    }

    /** Makes a call, and gives what came of it to the handler. */
    <T> void call(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        Result<T> result = new Result<>();
        callLater(callable, () -> handler.accept(result.value, result.failure), result);
    }

    /** Makes a call again and again, at a fixed rate, after a delay. */
    <T> void repeat(
            Callable<T> callable, BiConsumer<T, Throwable> handler, long delayMs, long periodMs) {
        periodics.add(new Periodic<>(callable, handler, nowMs() + delayMs, periodMs));
    }

    /** By the clock that nobody sets back: what is looked for each minute must not wait an hour. */
    private long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(workers.clock().nanos());
    }

    /** Makes the repeated calls whose time has come; whether there are any. */
    boolean startDue() {
        boolean started = false;
        long now = nowMs();
        for (Periodic<?> periodic : periodics) {
            if (periodic.dueMs <= now) {
                periodic.start();
                started = true;
            }
        }
        return started;
    }

    /** What the wall clock shows when the next repeated call is due; Long.MAX_VALUE for none. */
    long nextDueMs() {
        long next = Long.MAX_VALUE;
        for (Periodic<?> periodic : periodics) {
            next = Math.min(next, periodic.dueMs);
        }
        return next == Long.MAX_VALUE
                ? next
                : workers.clock().millis() + Math.max(0, next - nowMs());
    }

    private <T> void callLater(
            Callable<T> callable, SourceCoordinator.Letter afterwards, Result<T> result) {
        Runnable call =
                () -> {
                    try {
                        result.value = callable.call();
                    } catch (Throwable e) {
                        result.failure = e;
                    }
                    inbox.accept(afterwards);
                };
        synchronized (waiting) {
            waiting.add(call);
            if (calling) {
                return;
            }
            calling = true;
        }
        workers.call(coordinator + " asynchronous call", this::makeNextCall);
    }

    private void makeNextCall() {
        Runnable call;
        Thread thread = Thread.currentThread();
        synchronized (waiting) {
            call = closing.getAsBoolean() ? null : waiting.poll();
            if (call == null) {
                calling = false;
                return;
            }
            caller = thread;
        }
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(userClassLoader);
        boolean more;
        try {
            call.run();
        } finally {
            thread.setContextClassLoader(before);
            synchronized (waiting) {
                caller = null;
                more = !waiting.isEmpty();
                calling = more;
            }
        }
        if (more) {
            workers.call(coordinator + " asynchronous call", this::makeNextCall);
        }
    }

    /**
     * No call begins any more, and one that is under way is interrupted: nobody wants its result.
     */
    void end() {
        synchronized (waiting) {
            waiting.clear();
            if (caller != null) {
                caller.interrupt();
            }
        }
    }

    /**
     * A call that is repeated; the next one starts no sooner than the result of the last was
     * handled.
     */
    private final class Periodic<T> {
        private final Callable<T> callable;
        private final BiConsumer<T, Throwable> handler;
        private final long periodMs;
        private long plannedMs;
        private long dueMs;

        Periodic(
                Callable<T> callable,
                BiConsumer<T, Throwable> handler,
                long firstMs,
                long periodMs) {
            this.callable = callable;
            this.handler = handler;
            this.periodMs = periodMs;
            this.plannedMs = firstMs;
            this.dueMs = firstMs;
        }

        void start() {
            dueMs = Long.MAX_VALUE;
            Result<T> result = new Result<>();
            callLater(
                    callable,
                    () -> {
                        // At a fixed rate; turns that were missed are not made up for.
                        long lateMs = Math.max(0, nowMs() - plannedMs);
                        plannedMs += (lateMs / periodMs + 1) * periodMs;
                        dueMs = plannedMs;
                        handler.accept(result.value, result.failure);
                    },
                    result);
        }
    }
}
