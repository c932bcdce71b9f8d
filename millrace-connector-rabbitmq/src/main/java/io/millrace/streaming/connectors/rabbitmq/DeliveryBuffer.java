// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.util.ArrayDeque;

/**
 * What the client's thread has received and the source's thread has not taken. It is bounded: when
 * it is full the client's thread waits here, reads no more from its socket, and the broker sends no
 * more. Whoever waits for an answer of the broker must therefore go on taking, or {@link #close}.
 *
 * <p>One for each session; any thread.
 */
final class DeliveryBuffer extends DefaultConsumer {

    static final int CAPACITY = 1_000;

    private final boolean takenWhenSent;
    private final ArrayDeque<Delivery> deliveries = new ArrayDeque<>();
    private boolean closed;
    private boolean woken;
    private String lost;
    private ShutdownSignalException lostBecause;

    /**
     * @param takenWhenSent the broker has forgotten what is here, so that it must be used even when
     *     the session is lost
     */
    DeliveryBuffer(Channel channel, boolean takenWhenSent) {
        super(channel);
        this.takenWhenSent = takenWhenSent;
    }

    @Override
    public synchronized void handleDelivery(
            String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        boolean interrupted = false;
        while (deliveries.size() >= CAPACITY && !closed && lost == null) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // the client's thread; what it got is not lost for that
            }
        }
        if (!closed && (lost == null || takenWhenSent)) {
            deliveries.addLast(new Delivery(envelope, properties, body));
            notifyAll();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The broker has cancelled the consumer. */
    @Override
    public synchronized void handleCancel(String consumerTag) {
        lose(
                "the broker has cancelled the consumer: the queue was deleted, or the node that had"
                        + " it is gone",
                null);
    }

    @Override
    public synchronized void handleShutdownSignal(
            String consumerTag, ShutdownSignalException signal) {
        lose(signal.getMessage(), signal);
    }

    /** Says that the session is of no use any more. */
    synchronized void lose(String reason) {
        lose(reason, null);
    }

    private void lose(String reason, ShutdownSignalException because) {
        if (lost == null) {
            lost = reason;
            lostBecause = because;
            if (!takenWhenSent) {
                deliveries.clear();
            }
        }
        notifyAll();
    }

    /** The next one; null if none has come in that time, if woken, or if there will be none. */
    synchronized Delivery take(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (deliveries.isEmpty() && !closed && !woken && lost == null) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return null;
            }
            wait(left);
        }
        woken = false;
        Delivery next = deliveries.pollFirst();
        notifyAll();
        return next;
    }

    /** Why there will be no more; null as long as there may be. */
    synchronized String lost() {
        return deliveries.isEmpty() ? lost : null;
    }

    /** The cause of that, if the client has told one. */
    synchronized ShutdownSignalException lostBecause() {
        return lostBecause;
    }

    /** Lets a {@link #take} that waits return. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** From now on what comes is dropped, so that the client's thread never waits. */
    synchronized void close() {
        closed = true;
        deliveries.clear();
        notifyAll();
    }
}
