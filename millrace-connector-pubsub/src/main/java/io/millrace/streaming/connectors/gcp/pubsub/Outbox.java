// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.pubsub.v1.PublishRequest;
import com.google.pubsub.v1.PublishResponse;
import com.google.pubsub.v1.PublisherGrpc;
import com.google.pubsub.v1.PubsubMessage;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.millrace.pubsub.Reasons;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages on their way to a topic. They are put together to requests; a request that fails in a
 * way that may pass is sent again, with growing pauses, until the patience is over.
 *
 * <p>Messages with an ordering key have a lane of their own for each key, with one request on its
 * way at a time: two could overtake each other when the first is sent again. Requests of messages
 * without a key go side by side.
 *
 * <p>Written to by the sink's task; answered by threads of the channel.
 */
final class Outbox {

    private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

    /** The service takes 1,000 messages and 10 MB at once. */
    static final int MOST_MESSAGES = 500;

    static final int MOST_BYTES = 1 << 20;

    /** What may be on its way at once. */
    static final int MOST_UNDERWAY = 10_000;

    static final long MOST_UNDERWAY_BYTES = 64 << 20;

    private static final long LINGER_MS = 10;
    private static final long FIRST_PAUSE_MS = 100;
    private static final long LONGEST_PAUSE_MS = 5_000;
    private static final long REQUEST_SECONDS = 60;

    /** Messages with one ordering key; those without one share the key "". */
    private static final class Lane {
        final String key;
        final ArrayDeque<PubsubMessage> messages = new ArrayDeque<>();
        long bytes;
        int requests;

        Lane(String key) {
            this.key = key;
        }
    }

    private final class Request implements StreamObserver<PublishResponse> {
        private final Lane lane;
        private final PublishRequest request;
        private final long bytes;
        private final long since = System.nanoTime();
        private int attempts;

        Request(Lane lane, List<PubsubMessage> messages, long bytes) {
            this.lane = lane;
            this.request =
                    PublishRequest.newBuilder().setTopic(topic).addAllMessages(messages).build();
            this.bytes = bytes;
        }

        void send() {
            attempts++;
            if (attempts > 1) {
                channel.resetConnectBackoff();
            }
            stub.withDeadlineAfter(REQUEST_SECONDS, TimeUnit.SECONDS).publish(request, this);
        }

        @Override
        public void onNext(PublishResponse response) {
            published(this);
        }

        @Override
        public void onError(Throwable t) {
            failed(this, t);
        }

        @Override
        public void onCompleted() {}
    }

    private final String topic;
    private final ManagedChannel channel;
    private final PublisherGrpc.PublisherStub stub;
    private final Duration patience;
    private final ScheduledThreadPoolExecutor timer;

    // Under this object's monitor.
    private final Map<String, Lane> lanes = new HashMap<>();
    private int underway;
    private long underwayBytes;
    private boolean lingers;
    private boolean closed;
    private IOException failure;

    Outbox(
            String topic,
            ManagedChannel channel,
            PublisherGrpc.PublisherStub stub,
            Duration patience) {
        this.topic = topic;
        this.channel = channel;
        this.stub = stub;
        this.patience = patience;
        this.timer =
                new ScheduledThreadPoolExecutor(
                        1,
                        work -> {
                            Thread thread = new Thread(work, "pubsub-publish");
                            thread.setDaemon(true);
                            return thread;
                        });
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Takes a message; waits while too many are on their way. */
    void add(PubsubMessage message) throws IOException, InterruptedException {
        List<Request> full;
        synchronized (this) {
            while (failure == null
                    && (underway >= MOST_UNDERWAY || underwayBytes >= MOST_UNDERWAY_BYTES)) {
                wait();
            }
            throwFailure();
            int bytes = message.getSerializedSize();
            Lane lane = lanes.computeIfAbsent(message.getOrderingKey(), Lane::new);
            lane.messages.addLast(message);
            lane.bytes += bytes;
            underway++;
            underwayBytes += bytes;
            full = new ArrayList<>();
            if (lane.messages.size() >= MOST_MESSAGES || lane.bytes >= MOST_BYTES) {
                depart(lane, full);
            } else if (!lingers) {
                lingers = true;
                timer.schedule(this::departAll, LINGER_MS, TimeUnit.MILLISECONDS);
            }
        }
        full.forEach(Request::send);
    }

    private void departAll() {
        List<Request> requests = new ArrayList<>();
        synchronized (this) {
            lingers = false;
            for (Lane lane : lanes.values()) {
                depart(lane, requests);
            }
        }
        requests.forEach(Request::send);
    }

    /** Makes requests of what is in a lane, as far as they may go now. */
    private void depart(Lane lane, List<Request> requests) {
        while (!lane.messages.isEmpty() && !closed && failure == null) {
            if (!lane.key.isEmpty() && lane.requests > 0) {
                return; // when that one is answered
            }
            List<PubsubMessage> messages = new ArrayList<>();
            long bytes = 0;
            while (!lane.messages.isEmpty() && messages.size() < MOST_MESSAGES) {
                int next = lane.messages.peekFirst().getSerializedSize();
                if (!messages.isEmpty() && bytes + next > MOST_BYTES) {
                    break;
                }
                messages.add(lane.messages.pollFirst());
                bytes += next;
            }
            lane.bytes -= bytes;
            lane.requests++;
            requests.add(new Request(lane, messages, bytes));
        }
    }

    private void published(Request request) {
        List<Request> next = new ArrayList<>();
        synchronized (this) {
            underway -= request.request.getMessagesCount();
            underwayBytes -= request.bytes;
            Lane lane = request.lane;
            lane.requests--;
            if (!lane.key.isEmpty()) {
                depart(lane, next);
                if (lane.requests == 0 && lane.messages.isEmpty()) {
                    lanes.remove(lane.key);
                }
            }
            notifyAll();
        }
        next.forEach(Request::send);
    }

    private void failed(Request request, Throwable reason) {
        long sinceMs = (System.nanoTime() - request.since) / 1_000_000;
        synchronized (this) {
            if (closed || failure != null) {
                return;
            }
            if (!Reasons.passing(reason) || sinceMs > patience.toMillis()) {
                failure =
                        new IOException(
                                "The topic "
                                        + topic
                                        + " has not taken "
                                        + request.request.getMessagesCount()
                                        + " messages ("
                                        + request.bytes
                                        + " bytes"
                                        + (request.lane.key.isEmpty()
                                                ? ""
                                                : ", ordering key '" + request.lane.key + "'")
                                        + ") in "
                                        + request.attempts
                                        + (request.attempts == 1 ? " attempt" : " attempts")
                                        + " and "
                                        + sinceMs
                                        + " ms: "
                                        + Reasons.of(reason),
                                reason);
                notifyAll();
                return;
            }
        }
        long pause =
                Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(request.attempts - 1, 10));
        if (request.attempts > 3) {
            LOG.warn(
                    "The topic {} takes no messages for {} ms now, attempt {}: {}",
                    topic,
                    sinceMs,
                    request.attempts,
                    Reasons.of(reason));
        }
        try {
            timer.schedule(request::send, pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed meanwhile", e);
        }
    }

    /** Returns when the service has taken everything. */
    void flush() throws IOException, InterruptedException {
        departAll();
        synchronized (this) {
            while (underway > 0 && failure == null) {
                wait();
            }
            throwFailure();
        }
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            throw new IOException(failure.getMessage(), failure);
        }
    }

    /** Nothing more is sent. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        timer.shutdownNow();
    }
}
