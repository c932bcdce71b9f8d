// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.auth.Credentials;
import com.google.protobuf.ByteString;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.PullRequest;
import com.google.pubsub.v1.ReceivedMessage;
import com.google.pubsub.v1.SubscriberGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.core.execution.JobClient;
import io.millrace.pubsub.Channels;
import io.millrace.pubsub.PubSubMessageSchema;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriber;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubSubscriberFactory;
import io.millrace.tests.components.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong, on our fake, which can be told to. */
@Timeout(300)
class FakeFaultsTest {

    @TempDir Path directory;

    private FakePubSubServer fake;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        fake = new FakePubSubServer();
        client = new Client(fake.hostAndPort());
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        fake.close();
    }

    private static List<String> bodies(int from, int to) {
        return SourceAndSink.bodies(from, to);
    }

    private SubscriptionOptions.Builder options() {
        return SubscriptionOptions.builder()
                .emulator(fake.hostAndPort())
                .lease(Duration.ofSeconds(10));
    }

    private PubSubSource<String> source(String name, PubSubSubscriberFactory factory)
            throws IOException {
        return PubSubSource.newBuilder()
                .withDeserializationSchema(new SimpleStringSchema())
                .withProjectName(Client.PROJECT)
                .withSubscriptionName(name)
                .withPubSubSubscriberFactory(factory)
                .build();
    }

    private PubSubSink<String> sink(String name) throws IOException {
        PubSubMessageSchema<String> keyed =
                text ->
                        PubsubMessage.newBuilder()
                                .setData(ByteString.copyFromUtf8(text))
                                .setOrderingKey(text.substring(0, text.indexOf(':') + 1))
                                .build();
        return PubSubSink.newBuilder()
                .withSerializationSchema(keyed)
                .withProjectName(Client.PROJECT)
                .withTopicName(name)
                .withHostAndPortForEmulator(fake.hostAndPort())
                .build();
    }

    private JobClient read(String name, SubscriptionOptions.Builder options, int everyMs)
            throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, everyMs, 0);
        env.addSource(source(name, options.build())).addSink(new Jobs.Seen(name));
        return env.executeAsync(name);
    }

    private static void awaitSeen(String name, int count) throws Exception {
        Await.until(count + " are there", () -> Jobs.Seen.of(name).size() >= count);
    }

    private void assertOnce(String name, int count) {
        assertThat(Jobs.Seen.of(name)).containsExactlyInAnyOrderElementsOf(bodies(0, count));
        assertThat(fake.unacknowledged(Client.subscription(name))).isZero();
    }

    // ------------------------------------------------------------------ the source

    @Test
    @DisplayName(
            "Leases are extended while checkpoints take longer than they last: nothing comes again")
    void leases() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 2_500));
        JobClient job = read(name, options(), 3_600_000);
        awaitSeen(name, 2_500);
        String subscription = Client.subscription(name);
        Await.until("leases were extended", () -> fake.extended(subscription) >= 4 * 2_500);
        assertThat(fake.expired(subscription)).isZero();
        assertThat(fake.delivered(subscription)).isEqualTo(2_500);
        assertThat(fake.acknowledged(subscription)).isZero();
        Jobs.stop(job, directory);
        assertOnce(name, 2_500);
        System.out.println(
                "Pub/Sub (fake): 2500 messages waited for a checkpoint longer than their leases, "
                        + fake.extended(subscription)
                        + " extensions, "
                        + fake.expired(subscription)
                        + " leases ended");
    }

    @Test
    @DisplayName(
            "What is delivered again, acknowledged or not, to any of three subtasks, is not emitted"
                    + " again")
    void again() throws Exception {
        String name = client.create();
        String subscription = Client.subscription(name);
        client.publish(name, bodies(0, 3_000));
        StreamExecutionEnvironment env = Jobs.environment(directory, 30, 0);
        env.addSource(source(name, options().build()))
                .setParallelism(3)
                .addSink(new Jobs.Seen(name))
                .setParallelism(1);
        JobClient job = env.executeAsync("again");
        int again = 0;
        for (int round = 1; round <= 10; round++) {
            int from = 2_000 + round * 1_000;
            client.publish(name, bodies(from, from + 1_000));
            fake.endLeases(subscription);
            again += fake.deliverAgain(subscription);
            fake.breakStreams(subscription);
            awaitSeen(name, from);
        }
        awaitSeen(name, 13_000);
        Await.until("all is acknowledged", () -> fake.unacknowledged(subscription) == 0);
        Jobs.stop(job, directory);
        assertOnce(name, 13_000);
        System.out.println(
                "Pub/Sub (fake): 13000 messages to 3 subtasks, "
                        + fake.delivered(subscription)
                        + " deliveries, "
                        + again
                        + " of them after the acknowledgement, "
                        + fake.expired(subscription)
                        + " leases ended, "
                        + Jobs.Seen.of(name).size()
                        + " records");
        assertThat(fake.delivered(subscription)).isGreaterThan(14_000);
    }

    /** Fails at each so many records, in the whole JVM. */
    private static final class FailsAtTimes implements MapFunction<String, String> {
        static final Map<String, AtomicInteger> SEEN = new ConcurrentHashMap<>();
        private final String name;
        private final int every;
        private final int times;

        FailsAtTimes(String name, int every, int times) {
            this.name = name;
            this.every = every;
            this.times = times;
            SEEN.put(name, new AtomicInteger());
        }

        @Override
        public String map(String value) {
            int seen = SEEN.get(name).incrementAndGet();
            if (seen % every == 0 && seen / every <= times) {
                throw new IllegalStateException("fails at times, as planned");
            }
            return value;
        }
    }

    @Test
    @DisplayName(
            "A job of three subtasks that fails again and again, rescaled from a savepoint, emits each"
                    + " message once into its state")
    void restarts() throws Exception {
        String name = client.createOrdered();
        String subscription = Client.subscription(name);
        for (int key = 0; key < 10; key++) {
            client.publishKeyed(name, "key" + key, bodies(key * 500, key * 500 + 500));
        }
        StreamExecutionEnvironment env = Jobs.environment(directory, 20, 5);
        env.addSource(source(name, options().build()))
                .setParallelism(3)
                .uid("messages")
                .map(new FailsAtTimes(name, 900, 4))
                .setParallelism(1)
                .keyBy(text -> 0)
                .process(new Counting.Total())
                .uid("total")
                .setParallelism(1)
                .addSink(new Jobs.Seen(name))
                .setParallelism(1);
        JobClient job = env.executeAsync("restarts");
        Await.until("all are counted", () -> Jobs.Seen.of(name).contains("5000 5000 different"));
        fake.deliverAgain(subscription);
        Await.until("all is acknowledged", () -> fake.unacknowledged(subscription) == 0);
        String savepoint = Jobs.stop(job, directory);
        assertThat(FailsAtTimes.SEEN.get(name)).hasValueGreaterThan(4 * 900);

        // The ids are in the savepoint, and go to one subtask.
        fake.deliverAgain(subscription);
        client.publishKeyed(name, "key0", bodies(5_000, 5_100));
        StreamExecutionEnvironment second = Jobs.environment(directory, 20, 0, savepoint);
        second.addSource(source(name, options().build()))
                .setParallelism(1)
                .uid("messages")
                .map(new FailsAtTimes(name, 1, 0))
                .keyBy(text -> 0)
                .process(new Counting.Total())
                .uid("total")
                .addSink(new Jobs.Seen(name));
        JobClient again = second.executeAsync("restarted");
        Await.until("all are counted", () -> Jobs.Seen.of(name).contains("5100 5100 different"));
        Await.until("all is acknowledged", () -> fake.unacknowledged(subscription) == 0);
        Jobs.stop(again, directory);
        System.out.println(
                "Pub/Sub (fake): 4 restarts, 3 subtasks and then 1, "
                        + fake.delivered(subscription)
                        + " deliveries, 5100 of 5100 messages counted once");
        assertThat(Jobs.Seen.of(name)).last().isEqualTo("5100 5100 different");
    }

    @Test
    @DisplayName("Acknowledgements that fail for a while are sent again")
    void acknowledgementsFail() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 100));
        fake.failNext("Acknowledge", 6, Status.UNAVAILABLE.withDescription("as planned"));
        JobClient job = read(name, options().retries(1), 50);
        Await.until(
                "all is acknowledged", () -> fake.unacknowledged(Client.subscription(name)) == 0);
        Jobs.stop(job, directory);
        assertThat(fake.faultsLeft()).isZero();
        assertOnce(name, 100);
    }

    @Test
    @DisplayName(
            "With exactly-once delivery, acknowledgements of leases that ended are refused, and the"
                    + " messages known when they come again")
    void refused() throws Exception {
        String name = client.create(settings -> settings.setEnableExactlyOnceDelivery(true));
        String subscription = Client.subscription(name);
        client.publish(name, bodies(0, 1_000));
        JobClient job = read(name, options(), 400);
        for (int round = 1; round <= 5; round++) {
            awaitSeen(name, round * 1_000);
            fake.endLeases(subscription);
            client.publish(name, bodies(round * 1_000, round * 1_000 + 1_000));
        }
        awaitSeen(name, 6_000);
        Await.until("all is acknowledged", () -> fake.unacknowledged(subscription) == 0);
        Jobs.stop(job, directory);
        System.out.println(
                "Pub/Sub (fake): exactly-once delivery, "
                        + fake.refused(subscription)
                        + " acknowledgement ids refused, 6000 records");
        assertThat(fake.refused(subscription)).isPositive();
        assertOnce(name, 6_000);
    }

    @Test
    @DisplayName("Without de-duplication, or beyond its window, what comes again is emitted again")
    void emittedAgain() throws Exception {
        for (boolean without : List.of(true, false)) {
            String name = client.create();
            String subscription = Client.subscription(name);
            client.publish(name, bodies(0, 200));
            SubscriptionOptions.Builder options = options();
            if (without) {
                options.withoutDeduplication();
            } else {
                options.deduplication(Duration.ofMinutes(1), 50);
            }
            JobClient job = read(name, options, 30);
            Await.until("acknowledged", () -> fake.acknowledged(subscription) == 200);
            Jobs.savepoint(job, directory); // a barrier forgets what is too much
            Jobs.savepoint(job, directory);
            fake.deliverAgain(subscription);
            int expected = without ? 400 : 350;
            awaitSeen(name, expected);
            Await.until("acknowledged", () -> fake.unacknowledged(subscription) == 0);
            Jobs.stop(job, directory);
            assertThat(Jobs.Seen.of(name)).hasSize(expected).containsAll(bodies(0, 200));
        }
    }

    @Test
    @DisplayName("A source holds no more than it may, and goes on when a checkpoint completes")
    void full() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 500));
        JobClient job = read(name, options().maxOutstandingMessages(100), 200);
        awaitSeen(name, 100);
        assertThat(fake.acknowledged(Client.subscription(name)))
                .isGreaterThanOrEqualTo(Jobs.Seen.of(name).size() - 100);
        awaitSeen(name, 500);
        Jobs.stop(job, directory);
        assertOnce(name, 500);
    }

    @Test
    @DisplayName("The service stops for some seconds: the job goes on and does not restart")
    void away() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 2_000));
        JobClient job = read(name, options(), 50);
        awaitSeen(name, 500);
        fake.stop();
        Thread.sleep(3_000); // what is tested is that time passes
        fake.start();
        client.publish(name, bodies(2_000, 3_000));
        awaitSeen(name, 3_000);
        Await.until(
                "all is acknowledged", () -> fake.unacknowledged(Client.subscription(name)) == 0);
        Jobs.stop(job, directory);
        assertOnce(name, 3_000);
    }

    @Test
    @DisplayName("A service that stays away fails the job when its patience is over")
    void gone() throws Exception {
        String name = client.create();
        fake.stop();
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source(name, options().patience(Duration.ofSeconds(2)).build()))
                .addSink(new Jobs.Seen(name));
        assertThat(SourceAndSink.runToFailure(env))
                .contains("UNAVAILABLE")
                .contains("subscriptions/" + name)
                .contains(fake.hostAndPort());
        fake.start();
    }

    @Test
    @DisplayName("Refused credentials fail the job at once, and say what to do")
    void denied() throws Exception {
        String name = client.create();
        fake.failNext("StreamingPull", 1, Status.PERMISSION_DENIED);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source(name, options().build())).addSink(new Jobs.Seen(name));
        assertThat(SourceAndSink.runToFailure(env))
                .contains("PERMISSION_DENIED")
                .contains("roles/pubsub.subscriber");
    }

    /** A subscriber as a program may bring it: it pulls, and knows nothing of leases. */
    private static final class Pulling implements PubSubSubscriberFactory {
        private final String server;
        private final String name;

        Pulling(String server, String name) {
            this.server = server;
            this.name = name;
        }

        @Override
        public PubSubSubscriber getSubscriber(Credentials credentials) {
            ManagedChannel channel = Channels.to(server, true);
            SubscriberGrpc.SubscriberBlockingStub stub = SubscriberGrpc.newBlockingStub(channel);
            return new PubSubSubscriber() {
                @Override
                public List<ReceivedMessage> pull() {
                    return stub.pull(
                                    PullRequest.newBuilder()
                                            .setSubscription(Client.subscription(name))
                                            .setMaxMessages(100)
                                            .build())
                            .getReceivedMessagesList();
                }

                @Override
                public void acknowledge(List<String> ids) {
                    stub.acknowledge(
                            com.google.pubsub.v1.AcknowledgeRequest.newBuilder()
                                    .setSubscription(Client.subscription(name))
                                    .addAllAckIds(ids)
                                    .build());
                }

                @Override
                public void close() {
                    Channels.close(channel);
                }
            };
        }
    }

    private static final class NoCredentials extends Credentials {
        private static final long serialVersionUID = 1L;

        @Override
        public String getAuthenticationType() {
            return "secret-1";
        }

        @Override
        public Map<String, List<String>> getRequestMetadata(java.net.URI uri) {
            return Map.of();
        }

        @Override
        public boolean hasRequestMetadata() {
            return false;
        }

        @Override
        public boolean hasRequestMetadataOnly() {
            return true;
        }

        @Override
        public void refresh() {}
    }

    @Test
    @DisplayName("A subscriber of the program's own reads as well, at a rate")
    void ownSubscriber() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 300));
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        long began = System.nanoTime();
        env.addSource(
                        PubSubSource.newBuilder()
                                .withDeserializationSchema(new SimpleStringSchema())
                                .withProjectName(Client.PROJECT)
                                .withSubscriptionName(name)
                                .withPubSubSubscriberFactory(new Pulling(fake.hostAndPort(), name))
                                .withCredentials(new NoCredentials())
                                .withMessageRateLimit(150)
                                .build())
                .addSink(new Jobs.Seen(name));
        assertThat(env.getExecutionPlan()).doesNotContain("secret-1");
        JobClient job = env.executeAsync("own");
        awaitSeen(name, 300);
        assertThat(System.nanoTime() - began).isGreaterThan(1_900_000_000L);
        Await.until(
                "all is acknowledged", () -> fake.unacknowledged(Client.subscription(name)) == 0);
        job.cancel().get(60, TimeUnit.SECONDS);
        assertOnce(name, 300);
    }

    @Test
    @DisplayName("One source object in two places of a job is refused")
    void twice() throws Exception {
        String name = client.create();
        PubSubSource<String> one = source(name, options().build());
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(one).addSink(new Jobs.Seen(name));
        env.addSource(one).addSink(new Jobs.Seen(name));
        assertThat(SourceAndSink.runToFailure(env)).contains("Build one for each place");
    }

    @Test
    @DisplayName("Options that the service does not allow are refused where they are set")
    void wrongOptions() {
        assertThatThrownBy(() -> SubscriptionOptions.builder().lease(Duration.ofSeconds(5)))
                .hasMessageContaining("10 to 600 s");
        assertThatThrownBy(() -> SubscriptionOptions.builder().maxOutstandingMessages(0))
                .hasMessageContaining("maxOutstandingMessages");
        assertThatThrownBy(() -> SubscriptionOptions.builder().deduplication(Duration.ZERO, 1))
                .hasMessageContaining("withoutDeduplication");
    }

    @Test
    @DisplayName("A source that has no credentials given is serialized with none")
    void serialized() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(
                    PubSubSource.newBuilder()
                            .withDeserializationSchema(new SimpleStringSchema())
                            .withProjectName("p")
                            .withSubscriptionName("s")
                            .build());
        }
        assertThat(bytes.toString(java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain("OAuth2Credentials");
    }

    // ------------------------------------------------------------------ the sink

    @Test
    @DisplayName("What can't be published at present is sent again, each key in its order")
    void publishesAgain() throws Exception {
        String name = client.createOrdered();
        fake.failNext("Publish", 12, Status.UNAVAILABLE.withDescription("as planned"));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            texts.add("key" + i % 3 + ":" + i / 3);
        }
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(texts).addSink(sink(name));
        env.execute("publishes again");

        assertThat(fake.faultsLeft()).isZero();
        List<String> all =
                client.drain(name, 1_200).values().stream()
                        .map(m -> m.getData().toStringUtf8())
                        .toList();
        assertThat(all).hasSize(1_200);
        for (int key = 0; key < 3; key++) {
            String prefix = "key" + key + ":";
            assertThat(all.stream().filter(t -> t.startsWith(prefix)))
                    .containsExactlyElementsOf(SourceAndSink.numbered("key" + key, 0, 400));
        }
    }

    @Test
    @DisplayName("The service stops for some seconds while the sink publishes: nothing is missing")
    void publishesLater() throws Exception {
        String from = client.create();
        String to = client.create();
        List<String> texts = bodies(0, 3_000).stream().map(t -> ":" + t).toList();
        client.publish(from, texts);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source(from, options().build())).addSink(sink(to));
        JobClient job = env.executeAsync("later");
        Await.until("some are published", () -> fake.unacknowledged(Client.subscription(to)) > 200);
        fake.stop();
        Thread.sleep(2_000); // what is tested is that time passes
        fake.start();
        Await.until(
                "all is acknowledged", () -> fake.unacknowledged(Client.subscription(from)) == 0);
        Jobs.stop(job, directory);
        // Some twice: those of which the answer was lost when the service stopped.
        client.drainUntil(to, texts);
    }

    @Test
    @DisplayName("A topic that refuses fails the job at once, before a checkpoint completes")
    void refusesToPublish() throws Exception {
        String name = client.create();
        fake.failNext("Publish", 1, Status.PERMISSION_DENIED);
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(List.of("k:1", "k:2")).addSink(sink(name));
        assertThat(SourceAndSink.runToFailure(env))
                .contains("topics/" + name)
                .contains("ordering key 'k:'")
                .contains("2 messages")
                .contains("roles/pubsub.publisher");
    }

    @Test
    @DisplayName("A message that is too large fails with its size")
    void tooLarge() throws Exception {
        String name = client.create();
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(List.of(":" + "x".repeat(10_000_001))).addSink(sink(name));
        assertThat(SourceAndSink.runToFailure(env)).contains("topics/" + name).contains("10000");
    }

    @Test
    @Tag("soak")
    @DisplayName("Leases are extended for a minute; nothing comes again")
    void longLeases() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 20_000));
        JobClient job = read(name, options(), 3_600_000);
        awaitSeen(name, 20_000);
        String subscription = Client.subscription(name);
        Await.until("leases were extended", () -> fake.extended(subscription) >= 15 * 20_000);
        assertThat(fake.expired(subscription)).isZero();
        Jobs.stop(job, directory);
        assertOnce(name, 20_000);
    }
}
