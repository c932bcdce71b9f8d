// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import com.google.protobuf.ByteString;
import com.google.pubsub.v1.AcknowledgeRequest;
import com.google.pubsub.v1.ModifyAckDeadlineRequest;
import com.google.pubsub.v1.PublishRequest;
import com.google.pubsub.v1.PublisherGrpc;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.PullRequest;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.SubscriberGrpc;
import com.google.pubsub.v1.Subscription;
import com.google.pubsub.v1.Topic;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.millrace.pubsub.Channels;
import io.millrace.tests.components.Await;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** What tests do with a server, by the plain protocol. */
final class Client implements AutoCloseable {

    static final String PROJECT = "mill";

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int WAIT_MS = 1_500;
    private static final int PER_REQUEST = 500;

    private final ManagedChannel channel;
    final PublisherGrpc.PublisherBlockingStub publisher;
    final SubscriberGrpc.SubscriberBlockingStub subscriber;
    final SubscriberGrpc.SubscriberStub streaming;

    Client(String hostAndPort) {
        channel = Channels.to(hostAndPort, true);
        publisher = PublisherGrpc.newBlockingStub(channel);
        subscriber = SubscriberGrpc.newBlockingStub(channel);
        streaming = SubscriberGrpc.newStub(channel);
    }

    static String topic(String name) {
        return "projects/" + PROJECT + "/topics/" + name;
    }

    static String subscription(String name) {
        return "projects/" + PROJECT + "/subscriptions/" + name;
    }

    /** A new topic with a subscription of the same name. */
    String create(UnaryOperator<Subscription.Builder> settings) {
        String name = "t" + NAMES.incrementAndGet() + "-" + Long.toHexString(System.nanoTime());
        publisher.createTopic(Topic.newBuilder().setName(topic(name)).build());
        subscriber.createSubscription(
                settings.apply(
                                Subscription.newBuilder()
                                        .setName(subscription(name))
                                        .setTopic(topic(name))
                                        .setAckDeadlineSeconds(10))
                        .build());
        return name;
    }

    String create() {
        return create(settings -> settings);
    }

    String createOrdered() {
        return create(settings -> settings.setEnableMessageOrdering(true));
    }

    /** Publishes texts; returns the ids. */
    List<String> publish(String name, Collection<String> texts) {
        return publishKeyed(name, "", texts);
    }

    List<String> publishKeyed(String name, String key, Collection<String> texts) {
        List<String> ids = new ArrayList<>();
        PublishRequest.Builder request = PublishRequest.newBuilder().setTopic(topic(name));
        for (String text : texts) {
            request.addMessages(
                    PubsubMessage.newBuilder()
                            .setData(ByteString.copyFromUtf8(text))
                            .setOrderingKey(key));
            if (request.getMessagesCount() == PER_REQUEST) {
                ids.addAll(publisher.publish(request.build()).getMessageIdsList());
                request.clearMessages();
            }
        }
        if (request.getMessagesCount() > 0) {
            ids.addAll(publisher.publish(request.build()).getMessageIdsList());
        }
        return ids;
    }

    /** At most so many; none if none come for a moment. */
    List<ReceivedMessage> pull(String name, int most) {
        try {
            return subscriber
                    .withDeadlineAfter(WAIT_MS, TimeUnit.MILLISECONDS)
                    .pull(
                            PullRequest.newBuilder()
                                    .setSubscription(subscription(name))
                                    .setMaxMessages(most)
                                    .build())
                    .getReceivedMessagesList();
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED) {
                return List.of();
            }
            throw e;
        }
    }

    void acknowledge(String name, Collection<String> ackIds) {
        subscriber.acknowledge(
                AcknowledgeRequest.newBuilder()
                        .setSubscription(subscription(name))
                        .addAllAckIds(ackIds)
                        .build());
    }

    void deadline(String name, Collection<String> ackIds, int seconds) {
        subscriber.modifyAckDeadline(
                ModifyAckDeadlineRequest.newBuilder()
                        .setSubscription(subscription(name))
                        .setAckDeadlineSeconds(seconds)
                        .addAllAckIds(ackIds)
                        .build());
    }

    /** Takes and acknowledges messages until there are so many different ones, by id, in order. */
    Map<String, PubsubMessage> drain(String name, int count) throws Exception {
        Map<String, PubsubMessage> all = new LinkedHashMap<>();
        Await.until(
                count + " messages in " + name,
                () -> {
                    List<ReceivedMessage> some = pull(name, 1_000);
                    some.forEach(
                            m -> all.putIfAbsent(m.getMessage().getMessageId(), m.getMessage()));
                    if (!some.isEmpty()) {
                        acknowledge(name, some.stream().map(ReceivedMessage::getAckId).toList());
                    }
                    return all.size() >= count;
                });
        return all;
    }

    /** Acknowledges what there is until each of these has come, once or more often. */
    void drainUntil(String name, Collection<String> texts) throws Exception {
        Set<String> missing = new HashSet<>(texts);
        Await.until(
                "each of " + texts.size() + " texts is in " + name,
                () -> {
                    List<ReceivedMessage> some = pull(name, 1_000);
                    some.forEach(m -> missing.remove(text(m)));
                    if (!some.isEmpty()) {
                        acknowledge(name, some.stream().map(ReceivedMessage::getAckId).toList());
                    }
                    return missing.isEmpty();
                });
    }

    static String text(ReceivedMessage message) {
        return message.getMessage().getData().toStringUtf8();
    }

    /** Whether it fails, and how. */
    static StatusRuntimeException failure(Runnable request) {
        try {
            request.run();
        } catch (StatusRuntimeException e) {
            return e;
        }
        throw new AssertionError("The request did not fail");
    }

    @Override
    public void close() {
        Channels.close(channel);
    }
}
