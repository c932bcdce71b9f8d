// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How fast all readers of this process together may read, and how much at most. A clock opens the
 * gate a little further every few milliseconds, from the first time a reader asks; a reader that
 * finds it shut gets a future and comes back. Nothing waits here.
 */
final class Pace {

    private static final long TICK_MS = 5;
    private static final long NEVER = Long.MIN_VALUE;

    /** One job runs in the process, so there is one. */
    private static volatile Pace current;

    private final long perSecond;
    private final long most;
    private final AtomicLong firstAskedAt = new AtomicLong(NEVER);
    private final AtomicLong taken = new AtomicLong();
    private volatile long open;
    private volatile CompletableFuture<Void> opening = new CompletableFuture<>();

    private Pace(long perSecond, long most) {
        this.perSecond = perSecond;
        this.most = most;
    }

    /** Sets the pace of this process. */
    static void set(long perSecond, long most) {
        Pace pace = new Pace(perSecond, most);
        ScheduledExecutorService clock =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "pace");
                            thread.setDaemon(true);
                            return thread;
                        });
        clock.scheduleAtFixedRate(pace::openFurther, 0, TICK_MS, TimeUnit.MILLISECONDS);
        current = pace;
    }

    static Pace current() {
        return current;
    }

    private void openFurther() {
        long since = firstAskedAt.get();
        double seconds = since == NEVER ? 0 : (System.nanoTime() - since) / 1e9;
        open = (long) Math.min(most, seconds * perSecond);
        CompletableFuture<Void> waitedFor = opening;
        opening = new CompletableFuture<>();
        waitedFor.complete(null);
    }

    /** Takes leave to read one record; false when it has to wait. */
    boolean take() {
        if (taken.incrementAndGet() <= open) {
            return true;
        }
        giveBack();
        firstAskedAt.compareAndSet(NEVER, System.nanoTime());
        return false;
    }

    /** Nothing was read with the leave that was taken. */
    void giveBack() {
        taken.decrementAndGet();
    }

    /** Completes when asking again makes sense. */
    CompletableFuture<Void> opening() {
        return opening;
    }
}
