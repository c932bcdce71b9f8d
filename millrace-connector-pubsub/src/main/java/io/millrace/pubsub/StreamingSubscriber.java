// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.pubsub;

import com.google.auth.Credentials;
import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.pubsub.v1.AcknowledgeRequest;
import com.google.pubsub.v1.ModifyAckDeadlineRequest;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.StreamingPullRequest;
import com.google.pubsub.v1.StreamingPullResponse;
import com.google.pubsub.v1.SubscriberGrpc;
import com.google.rpc.ErrorInfo;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a subscription by streaming pull: the service sends as it likes, within two bounds. It may
 * have sent no more than so many messages that are not acknowledged; and it waits when nobody takes
 * what has come, because no further response is asked for then.
 *
 * <p>Each delivery is leased from the moment it comes until it is acknowledged or given back; a
 * thread of its own extends the leases when a third of their time has passed. What extends and
 * acknowledges are requests of their own and not part of the stream, so that they go on when a
 * stream breaks, which the service does now and then in good order. Then another is opened.
 */
final class StreamingSubscriber implements LeasingSubscriber {

    private static final Logger LOG = LoggerFactory.getLogger(StreamingSubscriber.class);

    private static final int IDS_PER_REQUEST = 1_000;
    private static final long WAIT_MS = 500;
    private static final long FIRST_PAUSE_MS = 100;
    private static final long LONGEST_PAUSE_MS = 5_000;

    /** A stream that has lasted so long was no vain attempt, even if nothing came. */
    private static final long SESSION_OF_USE_MS = 60_000;

    private static final int LAST_RESPONSES = 1_000;
    private static final long LAST_WAIT_MS = 1_000;
    private static final Duration GIVE_BACK_TIME = Duration.ofSeconds(5);

    private final SubscriptionOptions options;
    private final String clientId = UUID.randomUUID().toString();
    private final ManagedChannel channel;
    private final SubscriberGrpc.SubscriberStub streaming;
    private final SubscriberGrpc.SubscriberBlockingStub asking;
    private final ScheduledExecutorService keeper;
    private final LongSupplier nanos;

    // Under this object's monitor.
    private final ArrayDeque<ReceivedMessage> ready = new ArrayDeque<>();
    private final Map<String, Long> held = new LinkedHashMap<>();
    private Session session;
    private boolean responseIsAskedFor;
    private boolean stopped;
    private boolean closed;
    private StatusRuntimeException failure;
    private long troubleSince;
    private int attempts;

    /**
     * A subscriber, which begins to read.
     *
     * @param credentials null for a channel in plain text
     */
    StreamingSubscriber(SubscriptionOptions options, Credentials credentials) {
        this(
                options,
                credentials,
                Channels.to(options.endpoint(), options.isEmulator()),
                keeper(),
                System::nanoTime);
    }

    /**
     * The same with these, which it closes.
     *
     * @param nanos the time by which leases are extended
     */
    StreamingSubscriber(
            SubscriptionOptions options,
            Credentials credentials,
            ManagedChannel channel,
            ScheduledExecutorService keeper,
            LongSupplier nanos) {
        this.options = options;
        this.channel = channel;
        this.keeper = keeper;
        this.nanos = nanos;
        SubscriberGrpc.SubscriberStub stub = SubscriberGrpc.newStub(channel);
        SubscriberGrpc.SubscriberBlockingStub blocking = SubscriberGrpc.newBlockingStub(channel);
        if (credentials != null) {
            stub = stub.withCallCredentials(Channels.forCalls(credentials));
            blocking = blocking.withCallCredentials(Channels.forCalls(credentials));
        }
        this.streaming = stub;
        this.asking = blocking;
        long tick = options.lease().toMillis() / 6;
        keeper.scheduleWithFixedDelay(this::extendLeases, tick, tick, TimeUnit.MILLISECONDS);
        connect();
    }

    private static ScheduledExecutorService keeper() {
        ScheduledThreadPoolExecutor threads =
                new ScheduledThreadPoolExecutor(
                        1,
                        work -> {
                            Thread thread = new Thread(work, "pubsub-leases");
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        threads.setRemoveOnCancelPolicy(true);
        return threads;
    }

    // ------------------------------------------------------------------ the stream

    /** One stream. Called by the channel's threads. */
    private final class Session
            implements ClientResponseObserver<StreamingPullRequest, StreamingPullResponse> {

        private final long since = System.nanoTime();

        /** Set before anybody but {@link #connect} sees this. */
        private ClientCallStreamObserver<StreamingPullRequest> requests;

        @Override
        public void beforeStart(ClientCallStreamObserver<StreamingPullRequest> stream) {
            requests = stream;
            stream.disableAutoRequestWithInitial(1);
        }

        @Override
        public void onNext(StreamingPullResponse response) {
            received(this, response.getReceivedMessagesList());
        }

        @Override
        public void onError(Throwable t) {
            ended(this, Status.fromThrowable(t).asRuntimeException());
        }

        @Override
        public void onCompleted() {
            ended(
                    this,
                    Status.UNAVAILABLE
                            .withDescription("the stream has ended")
                            .asRuntimeException());
        }

        /** Says that no more is wanted. What comes all the same is taken, to be given back. */
        void finish() {
            try {
                requests.onCompleted();
                requests.request(LAST_RESPONSES);
            } catch (IllegalStateException e) {
                LOG.debug("A stream of {} is over already", options, e);
            }
        }

        void cancel() {
            requests.cancel("no more messages are wanted", null);
        }
    }

    private void connect() {
        channel.resetConnectBackoff();
        begin(new Session());
    }

    /**
     * Under the monitor, though it calls the channel, which does not wait: whoever stops or closes
     * finds either no session or one that has begun.
     */
    private synchronized void begin(Session next) {
        if (closed || stopped) {
            return;
        }
        session = next;
        responseIsAskedFor = true;
        try {
            streaming.streamingPull(next);
        } catch (RuntimeException e) {
            // There will be no word from it, and nobody would open another.
            ended(next, Status.fromThrowable(e).asRuntimeException());
            return;
        }
        StreamingPullRequest first =
                StreamingPullRequest.newBuilder()
                        .setSubscription(options.subscription())
                        .setStreamAckDeadlineSeconds((int) options.lease().toSeconds())
                        .setClientId(clientId)
                        .setMaxOutstandingMessages(options.mostHeld())
                        .build();
        try {
            next.requests.onNext(first);
        } catch (IllegalStateException e) {
            // It is over already; who has ended it knows, or onError does.
            LOG.debug("A stream of {} ended before it began", options, e);
        }
    }

    private synchronized void received(Session from, List<ReceivedMessage> messages) {
        if (from != session || closed) {
            return; // their lease ends, and they come again
        }
        long now = nanos.getAsLong();
        for (ReceivedMessage message : messages) {
            held.put(message.getAckId(), now);
            ready.addLast(message);
        }
        if (attempts > 0) {
            LOG.info("The subscription {} is read again", options);
        }
        attempts = 0;
        responseIsAskedFor = false;
        askIfRoom();
        notifyAll();
    }

    private void askIfRoom() {
        if (!responseIsAskedFor
                && !stopped
                && session != null
                && ready.size() < options.mostPerPull()) {
            responseIsAskedFor = true;
            session.requests.request(1);
        }
    }

    private synchronized void ended(Session which, StatusRuntimeException reason) {
        if (which != session || closed) {
            return;
        }
        session = null;
        if (stopped) {
            notifyAll();
            return;
        }
        long now = System.nanoTime();
        if (now - which.since > SESSION_OF_USE_MS * 1_000_000) {
            attempts = 0; // where no messages come, too, the service ends streams now and then
        }
        if (attempts == 0) {
            troubleSince = now;
        }
        long troubleMs = (now - troubleSince) / 1_000_000;
        boolean over = attempts > 1 && troubleMs > options.patience().toMillis();
        if (!Reasons.passing(reason) || over) {
            failure = reason;
            notifyAll();
            return;
        }
        long pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(attempts, 10));
        if (attempts > 0) {
            LOG.warn(
                    "The subscription {} can't be read for {} ms now, attempt {}: {}",
                    options,
                    troubleMs,
                    attempts,
                    Reasons.of(reason));
        } else {
            LOG.debug(
                    "The stream of {} ended and is opened again: {}", options, reason.getStatus());
        }
        attempts++;
        try {
            keeper.schedule(this::connect, pause, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Closed meanwhile", e);
        }
    }

    // ------------------------------------------------------------------ messages

    @Override
    public synchronized List<ReceivedMessage> pull() {
        long end = System.nanoTime() + WAIT_MS * 1_000_000;
        while (ready.isEmpty() && !closed && !stopped && failure == null) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        List<ReceivedMessage> messages = new ArrayList<>();
        while (!ready.isEmpty() && messages.size() < options.mostPerPull()) {
            messages.add(ready.pollFirst());
        }
        if (messages.isEmpty() && failure != null) {
            throw failure.getStatus()
                    .withDescription(
                            "The subscription "
                                    + options
                                    + " can't be read: "
                                    + Reasons.said(failure))
                    .withCause(failure)
                    .asRuntimeException();
        }
        askIfRoom();
        return messages;
    }

    @Override
    public synchronized int held() {
        return held.size();
    }

    @Override
    public int mostHeld() {
        return options.mostHeld();
    }

    // ------------------------------------------------------------------ acknowledgements, leases

    @Override
    public Collection<String> settle(List<String> ackIds) {
        Set<String> refused = new HashSet<>();
        for (List<String> some : parts(ackIds)) {
            Request acknowledge =
                    (stub, ids) ->
                            stub.acknowledge(
                                    AcknowledgeRequest.newBuilder()
                                            .setSubscription(options.subscription())
                                            .addAllAckIds(ids)
                                            .build());
            refused.addAll(ask(acknowledge, some, options.requestTimeout(), options.retries()));
            drop(some);
        }
        return refused;
    }

    private synchronized void drop(Collection<String> ackIds) {
        ackIds.forEach(held::remove); // removeAll would look for each that is held in the list
    }

    private void extendLeases() {
        List<String> ids = new ArrayList<>();
        long now = nanos.getAsLong();
        long third = options.lease().toNanos() / 3;
        synchronized (this) {
            for (Map.Entry<String, Long> lease : held.entrySet()) {
                if (now - lease.getValue() >= third) {
                    ids.add(lease.getKey());
                }
            }
        }
        try {
            for (List<String> some : parts(ids)) {
                long asked = nanos.getAsLong();
                Collection<String> lost =
                        ask(deadline(options.lease()), some, options.requestTimeout(), 0);
                if (!lost.isEmpty()) {
                    LOG.debug("{} leases of {} were lost", lost.size(), options);
                }
                synchronized (this) {
                    lost.forEach(held::remove);
                    for (String id : some) {
                        held.computeIfPresent(id, (i, before) -> asked);
                    }
                }
            }
        } catch (StatusRuntimeException e) {
            // It is tried again soon. Those that are lost meanwhile come again and are known.
            LOG.debug("Leases of {} can't be extended at present: {}", options, e.getStatus());
        } catch (RuntimeException e) {
            // Thrown on, it would end this for good, and nobody would know.
            LOG.warn("Leases of {} could not be extended; it is tried again soon", options, e);
        }
    }

    private Request deadline(Duration time) {
        return (stub, ids) ->
                stub.modifyAckDeadline(
                        ModifyAckDeadlineRequest.newBuilder()
                                .setSubscription(options.subscription())
                                .setAckDeadlineSeconds((int) time.toSeconds())
                                .addAllAckIds(ids)
                                .build());
    }

    private interface Request {
        void send(SubscriberGrpc.SubscriberBlockingStub stub, List<String> ackIds);
    }

    /**
     * Sends a request until it is answered. With exactly-once delivery on, an answer may refuse
     * some ids: it names them, and says of each whether that is for good; or it does not, as the
     * emulator's, and then halves of them are tried.
     *
     * @return those refused for good
     */
    private Set<String> ask(Request request, List<String> ackIds, Duration timeout, int retries) {
        Set<String> refused = new HashSet<>();
        List<String> left = ackIds;
        int failures = 0;
        while (!left.isEmpty()) {
            try {
                request.send(
                        asking.withDeadlineAfter(timeout.toMillis(), TimeUnit.MILLISECONDS), left);
                return refused;
            } catch (StatusRuntimeException e) {
                Status.Code code = e.getStatus().getCode();
                Map<String, String> named = namedIn(e);
                if (!named.isEmpty()) {
                    List<String> again = new ArrayList<>();
                    for (String id : left) {
                        String reason = named.get(id);
                        if (reason != null && reason.startsWith("PERMANENT_FAILURE")) {
                            refused.add(id);
                        } else if (reason != null) {
                            again.add(id);
                        }
                    }
                    left = again;
                    if (left.isEmpty()) {
                        return refused;
                    }
                } else if (code == Status.Code.INVALID_ARGUMENT
                        || code == Status.Code.FAILED_PRECONDITION) {
                    if (left.size() == 1) {
                        refused.add(left.get(0));
                        return refused;
                    }
                    int half = left.size() / 2;
                    refused.addAll(ask(request, left.subList(0, half), timeout, retries));
                    refused.addAll(ask(request, left.subList(half, left.size()), timeout, retries));
                    return refused;
                } else if (!Reasons.passing(e)) {
                    throw e;
                }
                if (failures >= retries) {
                    throw e;
                }
                long pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << Math.min(failures, 10));
                LockSupport.parkNanos(pause * 1_000_000);
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                failures++;
            }
        }
        return refused;
    }

    /** What an answer says of single acknowledgement ids. */
    private static Map<String, String> namedIn(StatusRuntimeException e) {
        Map<String, String> named = new HashMap<>();
        com.google.rpc.Status status = StatusProto.fromThrowable(e);
        if (status != null) {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    try {
                        detail.unpack(ErrorInfo.class)
                                .getMetadataMap()
                                .forEach(
                                        (id, reason) -> {
                                            if (reason.startsWith("PERMANENT_FAILURE")
                                                    || reason.startsWith("TRANSIENT_FAILURE")) {
                                                named.put(id, reason);
                                            }
                                        });
                    } catch (InvalidProtocolBufferException unreadable) {
                        LOG.debug("An answer of {} can't be read", e.getStatus(), unreadable);
                    }
                }
            }
        }
        return named;
    }

    private static List<List<String>> parts(List<String> ids) {
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += IDS_PER_REQUEST) {
            parts.add(ids.subList(from, Math.min(ids.size(), from + IDS_PER_REQUEST)));
        }
        return parts;
    }

    // ------------------------------------------------------------------ the end

    @Override
    public void stop(List<String> ackIds) {
        Session last;
        synchronized (this) {
            stopped = true;
            last = session;
            notifyAll();
        }
        if (last != null) {
            // A service that is told so does not send messages to where nobody is any more.
            last.finish();
            awaitEnd();
            last.cancel();
        }
        List<String> unused = new ArrayList<>(ackIds);
        synchronized (this) {
            session = null;
            ready.forEach(message -> unused.add(message.getAckId()));
            ready.clear();
        }
        giveBack(unused);
    }

    private synchronized void awaitEnd() {
        long end = System.nanoTime() + LAST_WAIT_MS * 1_000_000;
        while (session != null) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** So that they come again at once. If that does not work they come when their leases end. */
    private void giveBack(List<String> ackIds) {
        try {
            for (List<String> some : parts(ackIds)) {
                ask(deadline(Duration.ZERO), some, GIVE_BACK_TIME, 0);
            }
        } catch (StatusRuntimeException e) {
            LOG.debug("Messages of {} could not be given back: {}", options, e.getStatus());
        }
        drop(ackIds);
    }

    /** Whatever fails meanwhile, afterwards no thread extends leases and the channel is closed. */
    @Override
    public void close() {
        try {
            stop(List.of());
        } finally {
            List<String> left = closeAndLeave();
            keeper.shutdownNow();
            try {
                giveBack(left);
            } finally {
                Channels.close(channel);
            }
        }
    }

    /** What is still held; nothing if it was closed before. */
    private synchronized List<String> closeAndLeave() {
        if (closed) {
            return List.of();
        }
        closed = true;
        return new ArrayList<>(held.keySet());
    }
}
