// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.BlockedListener;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.ReturnListener;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The messages of one channel that were sent and that the broker has not confirmed. Written to by
 * the sink's task and, with what the broker says, by the client's thread.
 */
final class Unconfirmed
        implements ConfirmListener, ReturnListener, ShutdownListener, BlockedListener {

    /** More than so many are not on their way at once. */
    static final int MOST = 10_000;

    /** Where a message went. */
    record Route(String exchange, String routingKey) {
        @Override
        public String toString() {
            return exchange.isEmpty()
                    ? "the queue '" + routingKey + "'"
                    : "the exchange '" + exchange + "' with the routing key '" + routingKey + "'";
        }
    }

    private final NavigableMap<Long, Route> sent = new TreeMap<>();
    private String failure;
    private Throwable cause;
    private String blocked;
    private boolean over;

    /** Notes a message that is about to be sent under this number. */
    synchronized void sending(long number, Route route) {
        if (!over) {
            sent.put(number, route);
        }
    }

    /** It was not sent after all. */
    synchronized void notSent(long number) {
        sent.remove(number);
        notifyAll();
    }

    synchronized int count() {
        return sent.size();
    }

    /** What has gone wrong, once; null if nothing has. */
    synchronized IOException takeFailure() {
        if (failure == null) {
            return null;
        }
        IOException thrown = new IOException(failure, cause);
        failure = null;
        cause = null;
        return thrown;
    }

    /** Why the broker takes no messages at present; null if it does. */
    synchronized String blocked() {
        return blocked;
    }

    /**
     * Waits until no more than so many are unconfirmed, something has gone wrong, or the time is
     * over. True unless the time is over.
     *
     * @param toWrite whether to wait also until the broker takes messages: a write to one that
     *     takes none ends when it does, and nothing can interrupt it
     */
    synchronized boolean await(int atMost, boolean toWrite, long millis)
            throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while ((sent.size() > atMost || toWrite && blocked != null && !over) && failure == null) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    @Override
    public synchronized void handleAck(long deliveryTag, boolean multiple) {
        forget(deliveryTag, multiple);
    }

    @Override
    public synchronized void handleNack(long deliveryTag, boolean multiple) {
        Route route = sent.get(deliveryTag);
        int count = multiple ? sent.headMap(deliveryTag, true).size() : 1;
        fail(
                "The broker has refused "
                        + count
                        + (count == 1 ? " message" : " messages, the last of them")
                        + " to "
                        + (route == null ? "a place that is not known any more" : route)
                        + " (nack): it could not keep it, or the queue is full and rejects what is"
                        + " published to it",
                null);
        forget(deliveryTag, multiple);
    }

    private void forget(long deliveryTag, boolean multiple) {
        if (multiple) {
            sent.headMap(deliveryTag, true).clear();
        } else {
            sent.remove(deliveryTag);
        }
        notifyAll();
    }

    /** The broker says so before it confirms the message. */
    @Override
    public synchronized void handleReturn(
            int replyCode,
            String replyText,
            String exchange,
            String routingKey,
            AMQP.BasicProperties properties,
            byte[] body) {
        fail(
                "The broker has given back a message to "
                        + new Route(exchange, routingKey)
                        + " because it leads to no queue ("
                        + replyCode
                        + " "
                        + replyText
                        + ")",
                null);
    }

    /** Called by the client, or by the sink if it is the first to see it; then once more. */
    @Override
    public synchronized void shutdownCompleted(ShutdownSignalException signal) {
        over = true;
        if (!sent.isEmpty()) {
            fail(
                    "The connection was lost while "
                            + sent.size()
                            + " messages were not confirmed, the first of them to "
                            + sent.firstEntry().getValue()
                            + ": "
                            + Reasons.of(signal),
                    signal);
            sent.clear();
        }
    }

    @Override
    public synchronized void handleBlocked(String reason) {
        blocked = reason;
    }

    @Override
    public synchronized void handleUnblocked() {
        blocked = null;
        notifyAll();
    }

    private void fail(String what, Throwable because) {
        if (failure == null) {
            failure = what;
            cause = because;
        }
        notifyAll();
    }
}
