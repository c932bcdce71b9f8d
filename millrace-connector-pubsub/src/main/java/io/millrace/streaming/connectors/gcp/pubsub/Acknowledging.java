// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.pubsub.LeasingSubscriber;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriber;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that acknowledges what is due to one subtask, so that nobody who holds the checkpoint
 * lock waits for the service. What can't be acknowledged is tried again; the job fails when that
 * has gone on for too long.
 */
final class Acknowledging implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Acknowledging.class);

    private static final long AGAIN_MS = 1_000;
    private static final long PATIENCE_MS = 120_000;
    private static final long LAST_MS = 15_000;

    private final MessageLedger ledger;
    private final int subtask;
    private final PubSubSubscriber subscriber;
    private final String name;
    private final Thread thread;

    // Under this object's monitor.
    private boolean looks;
    private boolean ending;
    private RuntimeException failure;

    Acknowledging(MessageLedger ledger, int subtask, PubSubSubscriber subscriber, String name) {
        this.ledger = ledger;
        this.subtask = subtask;
        this.subscriber = subscriber;
        this.name = name;
        this.thread = new Thread(this, "pubsub-acknowledgements");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** There may be something due. */
    synchronized void look() {
        looks = true;
        notifyAll();
    }

    /** Why nothing can be acknowledged; null as long as there is hope. */
    synchronized RuntimeException failure() {
        return failure;
    }

    /** Acknowledges what is due, for the last time, and ends. */
    void end() {
        synchronized (this) {
            ending = true;
            notifyAll();
        }
        boolean interrupted = false;
        try {
            thread.join(LAST_MS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (thread.isAlive()) {
            thread.interrupt();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        long troubleSince = 0;
        while (true) {
            boolean last;
            try {
                synchronized (this) {
                    long pause = troubleSince == 0 ? 0 : AGAIN_MS;
                    if (!ending && pause > 0) {
                        wait(pause);
                    }
                    while (!looks && !ending && troubleSince == 0) {
                        wait();
                    }
                    looks = false;
                    last = ending;
                }
            } catch (InterruptedException e) {
                return; // the one who ends this thread has waited long enough
            }
            List<MessageLedger.Delivery> due = ledger.takeDue(subtask);
            try {
                acknowledge(due);
                troubleSince = 0;
            } catch (RuntimeException e) { // a subscriber of the program's own may throw anything
                ledger.putBack(subtask, due);
                long now = System.nanoTime();
                troubleSince = troubleSince == 0 ? now : troubleSince;
                long troubleMs = TimeUnit.NANOSECONDS.toMillis(now - troubleSince);
                LOG.warn(
                        "{} can't acknowledge {} messages for {} ms now{}: {}",
                        name,
                        due.size(),
                        troubleMs,
                        last ? "; they will come again" : "",
                        e.toString());
                if (troubleMs > PATIENCE_MS) {
                    synchronized (this) {
                        failure = e;
                    }
                }
            }
            if (last) {
                return;
            }
        }
    }

    private void acknowledge(List<MessageLedger.Delivery> due) {
        if (due.isEmpty()) {
            return;
        }
        List<String> ids = due.stream().map(MessageLedger.Delivery::ackId).toList();
        Collection<String> refused = List.of();
        if (subscriber instanceof LeasingSubscriber leasing) {
            refused = leasing.settle(ids);
        } else {
            subscriber.acknowledge(ids);
        }
        ledger.settled(due, refused, PubSubSource.nowMs());
    }
}
