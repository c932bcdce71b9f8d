// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.protobuf.Any;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import com.google.pubsub.v1.AcknowledgeRequest;
import com.google.pubsub.v1.DeleteSubscriptionRequest;
import com.google.pubsub.v1.DeleteTopicRequest;
import com.google.pubsub.v1.GetSubscriptionRequest;
import com.google.pubsub.v1.GetTopicRequest;
import com.google.pubsub.v1.ModifyAckDeadlineRequest;
import com.google.pubsub.v1.PublishRequest;
import com.google.pubsub.v1.PublishResponse;
import com.google.pubsub.v1.PublisherGrpc;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.PullRequest;
import com.google.pubsub.v1.PullResponse;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.StreamingPullRequest;
import com.google.pubsub.v1.StreamingPullResponse;
import com.google.pubsub.v1.SubscriberGrpc;
import com.google.pubsub.v1.Subscription;
import com.google.pubsub.v1.Topic;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Not Pub/Sub: a server in this JVM that behaves as far as tests need it. Topics, subscriptions and
 * messages are kept while it is stopped. Leases end, and their messages come again with the next
 * attempt's number; with ordering on, all later ones of the key with them. With exactly-once
 * delivery on, an acknowledgement of a lease that has ended is refused, with the reason for each
 * id. Faults are injected by {@link #failNext}.
 */
final class FakePubSubServer implements AutoCloseable {

    private static final int MOST_PER_RESPONSE = 100;
    private static final long PULL_WAIT_MS = 1_000;

    /** A request of this kind, to be answered so. */
    private record Fault(String method, Status status) {}

    private static final class Message {
        final long sequence;
        final PubsubMessage message;
        int attempt;
        String ackId;
        long leaseEnds;
        Object holder;

        Message(long sequence, PubsubMessage message) {
            this.sequence = sequence;
            this.message = message;
        }
    }

    /** What one subscription has. */
    private static final class Backlog {
        Subscription settings;
        final TreeMap<Long, Message> ready = new TreeMap<>();
        final Map<String, Message> leased = new LinkedHashMap<>();
        final Map<String, Integer> leasedByKey = new HashMap<>();
        final Map<String, Object> keyHolder = new HashMap<>();
        final Map<String, Message> done = new LinkedHashMap<>();
        final Set<Stream> streams = new HashSet<>();
        int delivered;
        int extended;
        int refused;
        int expired;
        int mostAttempts;

        boolean ordered() {
            return settings.getEnableMessageOrdering();
        }

        boolean exactlyOnce() {
            return settings.getEnableExactlyOnceDelivery();
        }
    }

    private final class Stream implements StreamObserver<StreamingPullRequest> {
        final ServerCallStreamObserver<StreamingPullResponse> out;
        Backlog backlog;
        int leaseSeconds;
        long most;
        int outstanding;

        Stream(ServerCallStreamObserver<StreamingPullResponse> out) {
            this.out = out;
            out.setOnCancelHandler(this::end);
            out.setOnReadyHandler(
                    () -> {
                        synchronized (FakePubSubServer.this) {
                            if (backlog != null) {
                                dispatch(backlog);
                            }
                        }
                    });
        }

        @Override
        public void onNext(StreamingPullRequest request) {
            synchronized (FakePubSubServer.this) {
                if (backlog == null) {
                    backlog = backlogs.get(request.getSubscription());
                    if (backlog == null) {
                        out.onError(notFound(request.getSubscription()));
                        return;
                    }
                    leaseSeconds = request.getStreamAckDeadlineSeconds();
                    most = request.getMaxOutstandingMessages();
                    if (leaseSeconds < 10 || leaseSeconds > 600) {
                        out.onError(invalid("stream_ack_deadline_seconds " + leaseSeconds));
                        return;
                    }
                    backlog.streams.add(this);
                }
                acknowledge(backlog, request.getAckIdsList());
                for (int i = 0; i < request.getModifyDeadlineAckIdsCount(); i++) {
                    deadline(
                            backlog,
                            List.of(request.getModifyDeadlineAckIds(i)),
                            request.getModifyDeadlineSeconds(i));
                }
                dispatch(backlog);
            }
        }

        @Override
        public void onError(Throwable t) {
            end();
        }

        @Override
        public void onCompleted() {
            end();
            out.onCompleted();
        }

        private void end() {
            synchronized (FakePubSubServer.this) {
                if (backlog != null) {
                    backlog.streams.remove(this);
                    dispatch(backlog);
                }
            }
        }
    }

    private final Map<String, Set<String>> topics = new HashMap<>();
    private final Map<String, Backlog> backlogs = new HashMap<>();
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, Integer> calls = new HashMap<>();
    private final ScheduledExecutorService clock;
    private int port;
    private long nextId = 1;
    private long nextAckId = 1;
    private Server server;

    FakePubSubServer() throws IOException {
        clock =
                Executors.newSingleThreadScheduledExecutor(
                        work -> {
                            Thread thread = new Thread(work, "fake-pubsub-clock");
                            thread.setDaemon(true);
                            return thread;
                        });
        clock.scheduleWithFixedDelay(this::expire, 20, 20, TimeUnit.MILLISECONDS);
        start();
    }

    String hostAndPort() {
        return "127.0.0.1:" + port;
    }

    /** Listens, after the first time at the same port. */
    synchronized void start() throws IOException {
        server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                        .maxInboundMessageSize(64 << 20)
                        .addService(ServerInterceptors.intercept(new Publisher(), new Faults()))
                        .addService(ServerInterceptors.intercept(new Subscriber(), new Faults()))
                        .build()
                        .start();
        port = server.getPort();
    }

    /** Cuts all connections and listens no more; what it has it keeps, and leases run on. */
    void stop() throws InterruptedException {
        Server last;
        synchronized (this) {
            last = server;
            server = null;
            backlogs.values().forEach(backlog -> backlog.streams.clear());
        }
        if (last != null) {
            last.shutdownNow();
            last.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop();
        clock.shutdownNow();
    }

    // ------------------------------------------------------------------ what tests ask and do

    /** The next so many requests of this method, by its name as in the protocol, fail so. */
    synchronized void failNext(String method, int times, Status status) {
        for (int i = 0; i < times; i++) {
            faults.add(new Fault(method, status));
        }
    }

    /** Faults that have not happened. */
    synchronized int faultsLeft() {
        return faults.size();
    }

    synchronized int calls(String method) {
        return calls.getOrDefault(method, 0);
    }

    /** Messages that are not acknowledged. */
    synchronized int unacknowledged(String subscription) {
        Backlog backlog = backlogs.get(subscription);
        return backlog.ready.size() + backlog.leased.size();
    }

    synchronized int acknowledged(String subscription) {
        return backlogs.get(subscription).done.size();
    }

    /** How often any message was delivered. */
    synchronized int delivered(String subscription) {
        return backlogs.get(subscription).delivered;
    }

    synchronized int extended(String subscription) {
        return backlogs.get(subscription).extended;
    }

    synchronized int expired(String subscription) {
        return backlogs.get(subscription).expired;
    }

    synchronized int refused(String subscription) {
        return backlogs.get(subscription).refused;
    }

    synchronized int mostAttempts(String subscription) {
        return backlogs.get(subscription).mostAttempts;
    }

    synchronized int streams(String subscription) {
        return backlogs.get(subscription).streams.size();
    }

    /** Delivers acknowledged messages once more, as the service may do. */
    synchronized int deliverAgain(String subscription) {
        Backlog backlog = backlogs.get(subscription);
        Collection<Message> again = new ArrayList<>(backlog.done.values());
        backlog.done.clear();
        for (Message message : again) {
            backlog.ready.put(message.sequence, message);
        }
        dispatch(backlog);
        return again.size();
    }

    /** Ends all leases at once. */
    synchronized void endLeases(String subscription) {
        Backlog backlog = backlogs.get(subscription);
        for (Message message : new ArrayList<>(backlog.leased.values())) {
            if (backlog.leased.containsKey(message.ackId)) {
                backlog.expired++;
                rewind(backlog, message);
            }
        }
        dispatch(backlog);
    }

    /** Ends all streams in good order, as the service does now and then. */
    synchronized void breakStreams(String subscription) {
        Backlog backlog = backlogs.get(subscription);
        for (Stream stream : new ArrayList<>(backlog.streams)) {
            backlog.streams.remove(stream);
            stream.out.onError(
                    Status.UNAVAILABLE
                            .withDescription("The service was unable to fulfill your request.")
                            .asRuntimeException());
        }
    }

    // ------------------------------------------------------------------ messages

    private synchronized void expire() {
        long now = System.nanoTime();
        for (Backlog backlog : backlogs.values()) {
            List<Message> over = new ArrayList<>();
            for (Message message : backlog.leased.values()) {
                if (message.leaseEnds - now <= 0) {
                    over.add(message);
                }
            }
            for (Message message : over) {
                if (message.ackId != null && backlog.leased.containsKey(message.ackId)) {
                    backlog.expired++;
                    rewind(backlog, message);
                }
            }
            if (!over.isEmpty()) {
                dispatch(backlog);
            }
        }
    }

    /** Makes a message deliverable again, and with ordering all later ones of its key. */
    private void rewind(Backlog backlog, Message first) {
        List<Message> again = new ArrayList<>(List.of(first));
        String key = first.message.getOrderingKey();
        if (backlog.ordered() && !key.isEmpty()) {
            for (Message message : backlog.leased.values()) {
                if (message.message.getOrderingKey().equals(key)
                        && message.sequence > first.sequence) {
                    again.add(message);
                }
            }
        }
        for (Message message : again) {
            release(backlog, message);
            backlog.ready.put(message.sequence, message);
        }
    }

    private void release(Backlog backlog, Message message) {
        backlog.leased.remove(message.ackId);
        message.ackId = null;
        if (message.holder instanceof Stream stream) {
            stream.outstanding--;
        }
        message.holder = null;
        String key = message.message.getOrderingKey();
        if (backlog.leasedByKey.merge(key, -1, Integer::sum) == 0) {
            backlog.leasedByKey.remove(key);
            backlog.keyHolder.remove(key);
        }
    }

    private ReceivedMessage lease(Backlog backlog, Message message, Object holder, int seconds) {
        backlog.ready.remove(message.sequence);
        message.attempt++;
        message.ackId = "ack-" + nextAckId++;
        message.leaseEnds = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        message.holder = holder;
        backlog.leased.put(message.ackId, message);
        String key = message.message.getOrderingKey();
        backlog.leasedByKey.merge(key, 1, Integer::sum);
        backlog.keyHolder.put(key, holder);
        backlog.delivered++;
        backlog.mostAttempts = Math.max(backlog.mostAttempts, message.attempt);
        return ReceivedMessage.newBuilder()
                .setAckId(message.ackId)
                .setMessage(message.message)
                .setDeliveryAttempt(backlog.settings.hasDeadLetterPolicy() ? message.attempt : 0)
                .build();
    }

    /** What this holder may be given now, in order. */
    private List<ReceivedMessage> next(Backlog backlog, Object holder, int most, int seconds) {
        List<ReceivedMessage> messages = new ArrayList<>();
        Set<String> heldBack = new HashSet<>();
        List<Message> candidates = new ArrayList<>();
        for (Message message : backlog.ready.values()) {
            String key = message.message.getOrderingKey();
            if (backlog.ordered() && !key.isEmpty()) {
                Object other = backlog.keyHolder.get(key);
                // A stream may be sent more of a key that it holds; who pulls may not.
                boolean free = other == null || other == holder && holder instanceof Stream;
                if (!free || heldBack.contains(key)) {
                    heldBack.add(key);
                    continue;
                }
            }
            candidates.add(message);
            if (candidates.size() >= most) {
                break;
            }
        }
        for (Message message : candidates) {
            messages.add(lease(backlog, message, holder, seconds));
        }
        return messages;
    }

    private void dispatch(Backlog backlog) {
        boolean some = true;
        while (some && !backlog.ready.isEmpty()) {
            some = false;
            for (Stream stream : new ArrayList<>(backlog.streams)) {
                long room = stream.most <= 0 ? Integer.MAX_VALUE : stream.most - stream.outstanding;
                if (room <= 0 || !stream.out.isReady() || stream.out.isCancelled()) {
                    continue;
                }
                List<ReceivedMessage> messages =
                        next(
                                backlog,
                                stream,
                                (int) Math.min(MOST_PER_RESPONSE, room),
                                stream.leaseSeconds);
                if (!messages.isEmpty()) {
                    some = true;
                    stream.outstanding += messages.size();
                    stream.out.onNext(
                            StreamingPullResponse.newBuilder()
                                    .addAllReceivedMessages(messages)
                                    .setSubscriptionProperties(
                                            StreamingPullResponse.SubscriptionProperties
                                                    .newBuilder()
                                                    .setExactlyOnceDeliveryEnabled(
                                                            backlog.exactlyOnce())
                                                    .setMessageOrderingEnabled(backlog.ordered()))
                                    .build());
                }
            }
        }
    }

    /** Returns those that are not valid any more. */
    private List<String> acknowledge(Backlog backlog, List<String> ackIds) {
        List<String> invalid = new ArrayList<>();
        for (String ackId : ackIds) {
            Message message = backlog.leased.get(ackId);
            if (message == null) {
                invalid.add(ackId);
                continue;
            }
            release(backlog, message);
            backlog.done.put(message.message.getMessageId(), message);
        }
        return invalid;
    }

    private List<String> deadline(Backlog backlog, List<String> ackIds, int seconds) {
        List<String> invalid = new ArrayList<>();
        for (String ackId : ackIds) {
            Message message = backlog.leased.get(ackId);
            if (message == null) {
                invalid.add(ackId);
            } else if (seconds == 0) {
                rewind(backlog, message);
            } else {
                backlog.extended++;
                message.leaseEnds = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            }
        }
        return invalid;
    }

    private static RuntimeException notFound(String name) {
        return Status.NOT_FOUND
                .withDescription("Resource not found (resource=" + name + ").")
                .asRuntimeException();
    }

    private static RuntimeException invalid(String what) {
        return Status.INVALID_ARGUMENT.withDescription("Invalid " + what).asRuntimeException();
    }

    /** With exactly-once delivery the service says which ids it refuses and why. */
    private void answer(Backlog backlog, List<String> invalid, StreamObserver<Empty> response) {
        dispatch(backlog);
        if (backlog.exactlyOnce() && !invalid.isEmpty()) {
            backlog.refused += invalid.size();
            ErrorInfo.Builder reasons =
                    ErrorInfo.newBuilder()
                            .setReason("PERMANENT_FAILURE_INVALID_ACK_ID")
                            .setDomain("pubsub.googleapis.com");
            invalid.forEach(id -> reasons.putMetadata(id, "PERMANENT_FAILURE_INVALID_ACK_ID"));
            response.onError(
                    StatusProto.toStatusRuntimeException(
                            com.google.rpc.Status.newBuilder()
                                    .setCode(Code.FAILED_PRECONDITION_VALUE)
                                    .setMessage("Some acknowledgement ids are invalid.")
                                    .addDetails(Any.pack(reasons.build()))
                                    .build()));
            return;
        }
        response.onNext(Empty.getDefaultInstance());
        response.onCompleted();
    }

    // ------------------------------------------------------------------ the services

    /** Counts requests, and lets those fail that are to. */
    private final class Faults implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
            String method = call.getMethodDescriptor().getBareMethodName();
            Status status = null;
            synchronized (FakePubSubServer.this) {
                calls.merge(method, 1, Integer::sum);
                for (Fault fault : faults) {
                    if (fault.method().equals(method)) {
                        status = fault.status();
                        faults.remove(fault);
                        break;
                    }
                }
            }
            if (status != null) {
                call.close(status, new Metadata());
                return new ServerCall.Listener<>() {};
            }
            return next.startCall(call, headers);
        }
    }

    private final class Publisher extends PublisherGrpc.PublisherImplBase {

        @Override
        public void createTopic(Topic request, StreamObserver<Topic> response) {
            synchronized (FakePubSubServer.this) {
                if (topics.putIfAbsent(request.getName(), new HashSet<>()) != null) {
                    response.onError(Status.ALREADY_EXISTS.asRuntimeException());
                    return;
                }
            }
            response.onNext(request);
            response.onCompleted();
        }

        @Override
        public void getTopic(GetTopicRequest request, StreamObserver<Topic> response) {
            synchronized (FakePubSubServer.this) {
                if (!topics.containsKey(request.getTopic())) {
                    response.onError(notFound(request.getTopic()));
                    return;
                }
            }
            response.onNext(Topic.newBuilder().setName(request.getTopic()).build());
            response.onCompleted();
        }

        @Override
        public void deleteTopic(DeleteTopicRequest request, StreamObserver<Empty> response) {
            synchronized (FakePubSubServer.this) {
                if (topics.remove(request.getTopic()) == null) {
                    response.onError(notFound(request.getTopic()));
                    return;
                }
            }
            response.onNext(Empty.getDefaultInstance());
            response.onCompleted();
        }

        @Override
        public void publish(PublishRequest request, StreamObserver<PublishResponse> response) {
            PublishResponse.Builder ids = PublishResponse.newBuilder();
            synchronized (FakePubSubServer.this) {
                Set<String> subscriptions = topics.get(request.getTopic());
                if (subscriptions == null) {
                    response.onError(notFound(request.getTopic()));
                    return;
                }
                if (request.getMessagesCount() == 0 || request.getMessagesCount() > 1_000) {
                    response.onError(invalid("number of messages"));
                    return;
                }
                for (PubsubMessage message : request.getMessagesList()) {
                    if (message.getData().isEmpty() && message.getAttributesCount() == 0) {
                        response.onError(invalid("message: neither data nor attributes"));
                        return;
                    }
                    if (!message.getOrderingKey().equals(request.getMessages(0).getOrderingKey())) {
                        response.onError(invalid("ordering keys: more than one in a request"));
                        return;
                    }
                }
                for (PubsubMessage message : request.getMessagesList()) {
                    long sequence = nextId++;
                    PubsubMessage stored =
                            message.toBuilder()
                                    .setMessageId(Long.toString(sequence))
                                    .setPublishTime(
                                            Timestamp.newBuilder()
                                                    .setSeconds(System.currentTimeMillis() / 1_000))
                                    .build();
                    ids.addMessageIds(stored.getMessageId());
                    for (String name : subscriptions) {
                        backlogs.get(name).ready.put(sequence, new Message(sequence, stored));
                    }
                }
                subscriptions.forEach(name -> dispatch(backlogs.get(name)));
            }
            response.onNext(ids.build());
            response.onCompleted();
        }
    }

    private final class Subscriber extends SubscriberGrpc.SubscriberImplBase {

        @Override
        public void createSubscription(
                Subscription request, StreamObserver<Subscription> response) {
            int seconds = request.getAckDeadlineSeconds();
            Subscription settings =
                    request.toBuilder().setAckDeadlineSeconds(seconds == 0 ? 10 : seconds).build();
            synchronized (FakePubSubServer.this) {
                Set<String> subscriptions = topics.get(request.getTopic());
                if (subscriptions == null) {
                    response.onError(notFound(request.getTopic()));
                    return;
                }
                if (settings.getAckDeadlineSeconds() < 10
                        || settings.getAckDeadlineSeconds() > 600) {
                    response.onError(invalid("ack deadline"));
                    return;
                }
                if (backlogs.containsKey(request.getName())) {
                    response.onError(Status.ALREADY_EXISTS.asRuntimeException());
                    return;
                }
                Backlog backlog = new Backlog();
                backlog.settings = settings;
                backlogs.put(request.getName(), backlog);
                subscriptions.add(request.getName());
            }
            response.onNext(settings);
            response.onCompleted();
        }

        @Override
        public void getSubscription(
                GetSubscriptionRequest request, StreamObserver<Subscription> response) {
            Subscription settings;
            synchronized (FakePubSubServer.this) {
                Backlog backlog = backlogs.get(request.getSubscription());
                if (backlog == null) {
                    response.onError(notFound(request.getSubscription()));
                    return;
                }
                settings = backlog.settings;
            }
            response.onNext(settings);
            response.onCompleted();
        }

        @Override
        public void deleteSubscription(
                DeleteSubscriptionRequest request, StreamObserver<Empty> response) {
            synchronized (FakePubSubServer.this) {
                Backlog backlog = backlogs.remove(request.getSubscription());
                if (backlog == null) {
                    response.onError(notFound(request.getSubscription()));
                    return;
                }
                topics.values().forEach(names -> names.remove(request.getSubscription()));
                for (Stream stream : backlog.streams) {
                    stream.out.onError(notFound(request.getSubscription()));
                }
                backlog.streams.clear();
            }
            response.onNext(Empty.getDefaultInstance());
            response.onCompleted();
        }

        @Override
        public StreamObserver<StreamingPullRequest> streamingPull(
                StreamObserver<StreamingPullResponse> response) {
            return new Stream((ServerCallStreamObserver<StreamingPullResponse>) response);
        }

        @Override
        public void pull(PullRequest request, StreamObserver<PullResponse> response) {
            pull(request, response, System.nanoTime());
        }

        private void pull(PullRequest request, StreamObserver<PullResponse> response, long since) {
            List<ReceivedMessage> messages;
            synchronized (FakePubSubServer.this) {
                Backlog backlog = backlogs.get(request.getSubscription());
                if (backlog == null) {
                    response.onError(notFound(request.getSubscription()));
                    return;
                }
                if (request.getMaxMessages() <= 0) {
                    response.onError(invalid("max_messages"));
                    return;
                }
                messages =
                        next(
                                backlog,
                                "pull",
                                Math.min(MOST_PER_RESPONSE, request.getMaxMessages()),
                                backlog.settings.getAckDeadlineSeconds());
            }
            boolean over = (System.nanoTime() - since) / 1_000_000 > PULL_WAIT_MS;
            if (messages.isEmpty() && !over) {
                clock.schedule(() -> pull(request, response, since), 10, TimeUnit.MILLISECONDS);
                return;
            }
            response.onNext(PullResponse.newBuilder().addAllReceivedMessages(messages).build());
            response.onCompleted();
        }

        @Override
        public void acknowledge(AcknowledgeRequest request, StreamObserver<Empty> response) {
            synchronized (FakePubSubServer.this) {
                Backlog backlog = backlogs.get(request.getSubscription());
                if (backlog == null) {
                    response.onError(notFound(request.getSubscription()));
                    return;
                }
                if (request.getAckIdsCount() == 0) {
                    response.onError(invalid("ack_ids: none"));
                    return;
                }
                answer(
                        backlog,
                        FakePubSubServer.this.acknowledge(backlog, request.getAckIdsList()),
                        response);
            }
        }

        @Override
        public void modifyAckDeadline(
                ModifyAckDeadlineRequest request, StreamObserver<Empty> response) {
            synchronized (FakePubSubServer.this) {
                Backlog backlog = backlogs.get(request.getSubscription());
                if (backlog == null) {
                    response.onError(notFound(request.getSubscription()));
                    return;
                }
                if (request.getAckIdsCount() == 0
                        || request.getAckDeadlineSeconds() < 0
                        || request.getAckDeadlineSeconds() > 600) {
                    response.onError(invalid("request"));
                    return;
                }
                answer(
                        backlog,
                        deadline(backlog, request.getAckIdsList(), request.getAckDeadlineSeconds()),
                        response);
            }
        }
    }
}
