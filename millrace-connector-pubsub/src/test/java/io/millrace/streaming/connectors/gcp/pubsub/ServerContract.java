// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.pubsub.v1.DeadLetterPolicy;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.StreamingPullRequest;
import com.google.pubsub.v1.StreamingPullResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.millrace.tests.components.Await;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What connector and tests rely on in a server, by the plain protocol and without the connector:
 * the same on our fake and on Google's emulator, so that the fake is held against something that we
 * have not written.
 */
@Timeout(200)
abstract class ServerContract {

    private Client client;

    abstract String hostAndPort() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        client = new Client(hostAndPort());
    }

    @AfterEach
    void disconnect() {
        if (client != null) {
            client.close();
        }
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    /** A streaming pull that keeps all it gets. */
    private final class Stream implements StreamObserver<StreamingPullResponse>, AutoCloseable {
        final List<ReceivedMessage> got = new CopyOnWriteArrayList<>();
        volatile Throwable error;
        volatile boolean ended;
        private final StreamObserver<StreamingPullRequest> requests;

        Stream(String name, int most) {
            requests = client.streaming.streamingPull(this);
            requests.onNext(
                    StreamingPullRequest.newBuilder()
                            .setSubscription(Client.subscription(name))
                            .setStreamAckDeadlineSeconds(10)
                            .setClientId("contract")
                            .setMaxOutstandingMessages(most)
                            .build());
        }

        @Override
        public void onNext(StreamingPullResponse response) {
            got.addAll(response.getReceivedMessagesList());
        }

        @Override
        public void onError(Throwable t) {
            error = t;
            ended = true;
        }

        @Override
        public void onCompleted() {
            ended = true;
        }

        List<String> texts() {
            return got.stream().map(Client::text).toList();
        }

        List<String> ackIds(int from, int to) {
            return got.subList(from, to).stream().map(ReceivedMessage::getAckId).toList();
        }

        @Override
        public void close() throws Exception {
            if (!ended) {
                requests.onCompleted();
                Await.until("the stream has ended", () -> ended);
            }
        }
    }

    @Test
    @DisplayName("What is published is pulled once, with the id it was given, until acknowledged")
    void pulled() throws Exception {
        String name = client.create();
        List<String> ids = client.publish(name, texts(0, 50));
        Map<String, PubsubMessage> all = client.drain(name, 50);
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(all.keySet()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(client.pull(name, 10)).isEmpty();
    }

    @Test
    @DisplayName(
            "What is published is streamed, and an acknowledgement outside of the stream holds")
    void streamed() throws Exception {
        String name = client.create();
        List<String> ids = new ArrayList<>(client.publish(name, texts(0, 300)));
        try (Stream stream = new Stream(name, 1_000)) {
            ids.addAll(client.publish(name, texts(300, 500)));
            Await.until("all has come", () -> stream.got.size() >= 500);
            assertThat(stream.got)
                    .extracting(m -> m.getMessage().getMessageId())
                    .containsExactlyInAnyOrderElementsOf(ids);
            client.acknowledge(name, stream.ackIds(0, 500));
        }
        assertThat(client.pull(name, 10)).isEmpty();
    }

    @Test
    @DisplayName(
            "A stream that has what it wants outstanding gets more when it acknowledges outside")
    void outstanding() throws Exception {
        String name = client.create();
        client.publish(name, texts(0, 30));
        try (Stream stream = new Stream(name, 20)) {
            Await.until("some have come", () -> stream.got.size() >= 20);
            for (int from = 30; from < 150; from += 30) {
                client.publish(name, texts(from, from + 30));
            }
            AtomicInteger acknowledged = new AtomicInteger();
            Await.until(
                    "all has come",
                    () -> {
                        int here = stream.got.size();
                        assertThat(here - acknowledged.get()).isLessThanOrEqualTo(most(20, 30));
                        if (here > acknowledged.get()) {
                            client.acknowledge(name, stream.ackIds(acknowledged.get(), here));
                            acknowledged.set(here);
                        }
                        return here >= 150;
                    });
            assertThat(stream.texts()).doesNotHaveDuplicates();
        }
    }

    /**
     * How many a stream may have outstanding that wants so many, where publishers give so many at
     * once.
     */
    abstract int most(int wanted, int published);

    @Test
    @DisplayName("What is given back comes again, as the next attempt, with another ack id")
    void givenBack() throws Exception {
        String name =
                client.create(
                        settings ->
                                settings.setDeadLetterPolicy(
                                        DeadLetterPolicy.newBuilder()
                                                .setDeadLetterTopic(settings.getTopic())
                                                .setMaxDeliveryAttempts(5)));
        client.publish(name, texts(0, 1));
        try (Stream stream = new Stream(name, 10)) {
            Await.until("it has come", () -> stream.got.size() == 1);
            client.deadline(name, stream.ackIds(0, 1), 0);
            Await.until("it has come again", () -> stream.got.size() == 2);
            ReceivedMessage first = stream.got.get(0);
            ReceivedMessage second = stream.got.get(1);
            assertThat(second.getMessage().getMessageId())
                    .isEqualTo(first.getMessage().getMessageId());
            assertThat(second.getAckId()).isNotEqualTo(first.getAckId());
            assertThat(first.getDeliveryAttempt()).isEqualTo(1);
            assertThat(second.getDeliveryAttempt()).isEqualTo(2);
            client.acknowledge(name, stream.ackIds(1, 2));
        }
        assertThat(client.pull(name, 1)).isEmpty();
    }

    @Test
    @DisplayName("A lease that ends brings its message again; one that is extended does not")
    void leases() throws Exception {
        String name = client.create();
        client.publish(name, texts(0, 2));
        long began = System.nanoTime();
        try (Stream stream = new Stream(name, 10)) {
            Await.until("both have come", () -> stream.got.size() == 2);
            client.deadline(name, stream.ackIds(1, 2), 60);
            Await.until("one has come again", () -> stream.got.size() > 2);
            long seconds = (System.nanoTime() - began) / 1_000_000_000;
            assertThat(seconds).isBetween(8L, 40L);
            assertThat(Client.text(stream.got.get(2))).isEqualTo(Client.text(stream.got.get(0)));
            assertThat(stream.texts()).containsOnlyOnce(Client.text(stream.got.get(1)));
            client.acknowledge(name, stream.ackIds(1, 3));
        }
        assertThat(client.pull(name, 10)).isEmpty();
    }

    @Test
    @DisplayName("With ordering on, a stream gets each key's messages in order")
    void ordered() throws Exception {
        String name = client.createOrdered();
        try (Stream stream = new Stream(name, 1_000)) {
            for (int i = 0; i < 20; i++) {
                client.publishKeyed(name, "k" + i % 2, List.of("m" + i));
            }
            Await.until("all has come", () -> stream.got.size() >= 20);
            for (int key = 0; key < 2; key++) {
                String k = "k" + key;
                assertThat(
                                stream.got.stream()
                                        .filter(m -> m.getMessage().getOrderingKey().equals(k))
                                        .map(Client::text))
                        .containsExactlyElementsOf(
                                IntStream.iterate(key, i -> i + 2)
                                        .limit(10)
                                        .mapToObj(i -> "m" + i)
                                        .toList());
            }
            client.acknowledge(name, stream.ackIds(0, 20));
        }
    }

    @Test
    @DisplayName("With ordering on, what is given back comes again with all later ones of its key")
    void rewound() throws Exception {
        String name = client.createOrdered();
        for (int i = 0; i < 10; i++) {
            client.publishKeyed(name, "k" + i % 2, List.of("m" + i));
        }
        try (Stream stream = new Stream(name, 1_000)) {
            Await.until("all has come", () -> stream.got.size() >= 10);
            Map<String, String> ackIds = new HashMap<>();
            stream.got.forEach(m -> ackIds.put(Client.text(m), m.getAckId()));
            String back = ackIds.get("m4");
            ackIds.keySet().removeAll(List.of("m4", "m6", "m8"));
            client.acknowledge(name, ackIds.values());
            client.deadline(name, List.of(back), 0);
            Await.until(
                    "m4, m6 and m8 have come again",
                    () -> {
                        Map<String, Integer> count = new HashMap<>();
                        stream.texts().forEach(t -> count.merge(t, 1, Integer::sum));
                        return count.get("m4") > 1 && count.get("m6") > 1 && count.get("m8") > 1;
                    });
            List<String> again = stream.texts().subList(10, stream.got.size());
            assertThat(again.get(0)).isEqualTo("m4");
            assertThat(again.indexOf("m6")).isLessThan(again.lastIndexOf("m8"));
            assertThat(again).containsOnly("m4", "m6", "m8");
            client.acknowledge(name, stream.ackIds(0, stream.got.size()));
        }
    }

    @Test
    @DisplayName("With exactly-once delivery, an acknowledgement of a lease that ended is refused")
    void exactlyOnce() throws Exception {
        String name = client.create(settings -> settings.setEnableExactlyOnceDelivery(true));
        client.publish(name, texts(0, 2));
        Set<String> acked = new HashSet<>();
        try (Stream stream = new Stream(name, 10)) {
            Await.until("both have come", () -> stream.got.size() == 2);
            List<String> first = stream.ackIds(0, 1);
            client.deadline(name, first, 0);
            Status refused = Client.failure(() -> client.acknowledge(name, first)).getStatus();
            // The emulator says less than the service.
            assertThat(refused.getCode())
                    .isIn(Status.Code.FAILED_PRECONDITION, Status.Code.INVALID_ARGUMENT);
            Await.until("one has come again", () -> stream.got.size() == 3);
            client.acknowledge(name, stream.ackIds(1, 3));
            acked.addAll(stream.texts());
        }
        assertThat(acked).containsExactlyInAnyOrder("m0", "m1");
        assertThat(client.pull(name, 10)).isEmpty();
    }

    @Test
    @DisplayName("What is not there is not found")
    void notThere() throws Exception {
        assertThat(
                        Client.failure(() -> client.publish("nowhere", texts(0, 1)))
                                .getStatus()
                                .getCode())
                .isEqualTo(Status.Code.NOT_FOUND);
        assertThat(
                        Client.failure(() -> client.acknowledge("nowhere", List.of("a")))
                                .getStatus()
                                .getCode())
                .isEqualTo(Status.Code.NOT_FOUND);
        try (Stream stream = new Stream("nowhere", 1)) {
            Await.until("the stream has ended", () -> stream.ended);
            assertThat(Status.fromThrowable(stream.error).getCode())
                    .isEqualTo(Status.Code.NOT_FOUND);
        }
    }

    @Test
    @DisplayName("A message of nothing is refused")
    void empty() throws Exception {
        String name = client.create();
        assertThat(Client.failure(() -> client.publish(name, List.of(""))).getStatus().getCode())
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }
}
