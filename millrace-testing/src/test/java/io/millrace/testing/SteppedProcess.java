// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.testing.FaultyFileSystem.Kind;
import io.millrace.testing.FaultyFileSystem.Operation;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * A process that stops before each thing it does to a disk, or asks of it, that another could
 * notice or change, and goes on when it is told. So it can be stopped anywhere, for as long as a
 * test likes. Used by one thread.
 */
final class SteppedProcess {

    private static final Set<Kind> NOTICEABLE =
            EnumSet.of(Kind.RENAME, Kind.DELETE, Kind.LIST, Kind.STATUS, Kind.EXISTS_NOW);

    /** What it does. */
    interface Act {
        void run() throws Exception;
    }

    private final Semaphore go = new Semaphore(0);
    private final Semaphore stopped = new Semaphore(0);
    private volatile boolean over;
    private volatile Throwable failure;
    private int steps;

    /** Begins it; it stops before its first step. */
    SteppedProcess(FaultyFileSystem seen, Act act) {
        seen.setFault(this::stop);
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                act.run();
                            } catch (Throwable t) {
                                failure = t;
                            } finally {
                                over = true;
                                stopped.release();
                            }
                        },
                        seen.toString());
        thread.setDaemon(true);
        thread.start();
        stopped.acquireUninterruptibly();
    }

    private void stop(Operation operation) {
        if (!over && NOTICEABLE.contains(operation.kind())) {
            stopped.release();
            go.acquireUninterruptibly();
        }
    }

    /** Goes on by so many steps, or to its end. */
    void advance(int more) {
        for (int i = 0; i < more && !over; i++) {
            steps++;
            go.release();
            stopped.acquireUninterruptibly();
        }
    }

    void finish() {
        advance(Integer.MAX_VALUE);
    }

    boolean isOver() {
        return over;
    }

    /** Steps it has made. */
    int steps() {
        return steps;
    }

    /** Null when it ended well. */
    Throwable failure() {
        return failure;
    }
}
