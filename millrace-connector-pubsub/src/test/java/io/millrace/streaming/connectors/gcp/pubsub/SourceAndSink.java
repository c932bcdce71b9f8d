// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.pubsub.v1.PubsubMessage;
import com.google.pubsub.v1.ReceivedMessage;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.core.execution.JobClient;
import io.millrace.pubsub.PubSubMessageSchema;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.connectors.gcp.pubsub.common.PubSubDeserializationSchema;
import io.millrace.streaming.connectors.gcp.pubsub.emulator.EmulatorCredentials;
import io.millrace.streaming.connectors.gcp.pubsub.emulator.PubSubSubscriberFactoryForEmulator;
import io.millrace.tests.components.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What source and sink do on any server; neither the fake nor the emulator is Pub/Sub. */
@Timeout(300)
abstract class SourceAndSink {

    @TempDir Path directory;

    String server;
    Client client;

    abstract String hostAndPort() throws Exception;

    @BeforeEach
    void connect() throws Exception {
        server = hostAndPort();
        client = new Client(server);
    }

    @AfterEach
    void disconnect() {
        if (client != null) {
            client.close();
        }
    }

    static List<String> bodies(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "body-" + i).toList();
    }

    SubscriptionOptions.Builder options() {
        return SubscriptionOptions.builder().emulator(server).lease(Duration.ofSeconds(10));
    }

    PubSubSource<String> source(String name, SubscriptionOptions.Builder options)
            throws IOException {
        return PubSubSource.newBuilder()
                .withDeserializationSchema(new SimpleStringSchema())
                .withProjectName(Client.PROJECT)
                .withSubscriptionName(name)
                .withPubSubSubscriberFactory(options.build())
                .build();
    }

    static String runToFailure(StreamExecutionEnvironment env) throws Exception {
        StringBuilder said = new StringBuilder();
        JobClient job = env.executeAsync("fails");
        try {
            job.getJobExecutionResult().get(120, TimeUnit.SECONDS);
            throw new AssertionError("The job did not fail");
        } catch (ExecutionException e) {
            for (Throwable at = e; at != null; at = at.getCause()) {
                said.append(at.getMessage()).append('\n');
            }
        }
        return said.toString();
    }

    /** Nothing is there any more, neither acknowledged nor in anybody's hands. */
    void assertNothingLeft(String name) {
        assertThat(client.pull(name, 10)).isEmpty();
    }

    // ------------------------------------------------------------------ the source

    @Test
    @DisplayName("CK-110: each message is emitted once and acknowledged on completion")
    void reads() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 1_000));
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source(name, options())).addSink(new Jobs.Seen(name));
        JobClient job = env.executeAsync("reads");
        client.publish(name, bodies(1_000, 3_000));
        Await.until("all is there", () -> Jobs.Seen.of(name).size() >= 3_000);
        Jobs.stop(job, directory);

        assertThat(Jobs.Seen.of(name)).containsExactlyInAnyOrderElementsOf(bodies(0, 3_000));
        assertNothingLeft(name);
    }

    /** Fails the first time it has seen so many; looks at each barrier how things stand. */
    private static final class FailsOnce
            implements MapFunction<String, String>, CheckpointedFunction {
        static final Map<String, AtomicInteger> SEEN = new ConcurrentHashMap<>();
        static final Map<String, IntSupplier> LOOK = new ConcurrentHashMap<>();
        static final Map<String, List<Integer>> LOOKED = new ConcurrentHashMap<>();
        private final String name;
        private final int at;

        FailsOnce(String name, int at, IntSupplier look) {
            this.name = name;
            this.at = at;
            SEEN.put(name, new AtomicInteger());
            LOOK.put(name, look);
            LOOKED.put(name, new CopyOnWriteArrayList<>());
        }

        @Override
        public String map(String value) {
            if (SEEN.get(name).incrementAndGet() == at) {
                throw new IllegalStateException("fails once, as planned");
            }
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            LOOKED.get(name).add(LOOK.get(name).getAsInt());
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    @Test
    @DisplayName(
            "K17: nothing is acknowledged before the first completed checkpoint, everything after it")
    void k17() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 10));
        StreamExecutionEnvironment env = Jobs.environment(directory, 1_000, 1);
        env.addSource(source(name, options()))
                .map(new FailsOnce(name, 10, () -> acknowledged(name)))
                .addSink(new Jobs.Seen(name));
        JobClient job = env.executeAsync("K17");
        Await.until("the job has failed and read all again", () -> seen(name) >= 10);
        int before = FailsOnce.LOOKED.get(name).size();
        Await.until(
                "two checkpoints are complete",
                () -> FailsOnce.LOOKED.get(name).size() >= before + 3);
        job.cancel().get(60, TimeUnit.SECONDS);

        assertThat(FailsOnce.LOOKED.get(name)).element(0).isEqualTo(0);
        assertThat(Jobs.Seen.of(name)).containsAll(bodies(0, 10));
        assertThat(FailsOnce.SEEN.get(name)).hasValueGreaterThanOrEqualTo(20);
        // What a source has not acknowledged it gives back when it is cancelled.
        assertNothingLeft(name);
    }

    private static long seen(String name) {
        return Jobs.Seen.of(name).stream().distinct().count();
    }

    /** How many are acknowledged, if the server can be asked; else 0. */
    abstract int acknowledged(String name);

    @Test
    @DisplayName("Messages with one ordering key come in their order")
    void ordered() throws Exception {
        String name = client.createOrdered();
        for (int key = 0; key < 4; key++) {
            client.publishKeyed(name, "key-" + key, numbered("key-" + key, 0, 200));
        }
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source(name, options())).addSink(new Jobs.Seen(name));
        JobClient job = env.executeAsync("ordered");
        for (int key = 0; key < 4; key++) {
            client.publishKeyed(name, "key-" + key, numbered("key-" + key, 200, 500));
        }
        Await.until("all is there", () -> Jobs.Seen.of(name).size() >= 2_000);
        Jobs.stop(job, directory);

        for (int key = 0; key < 4; key++) {
            String prefix = "key-" + key + ":";
            assertThat(Jobs.Seen.of(name).stream().filter(t -> t.startsWith(prefix)))
                    .containsExactlyElementsOf(numbered("key-" + key, 0, 500));
        }
        assertNothingLeft(name);
    }

    static List<String> numbered(String key, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> key + ":" + i).toList();
    }

    private static final class UntilEnd extends SimpleStringSchema {
        @Override
        public boolean isEndOfStream(String next) {
            return next.equals("end");
        }
    }

    @Test
    @DisplayName("The schema's last message ends the source, and is acknowledged")
    void ends() throws Exception {
        String name = client.createOrdered();
        client.publishKeyed(name, "k", bodies(0, 300));
        client.publishKeyed(name, "k", List.of("end"));
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(
                        PubSubSource.newBuilder()
                                .withDeserializationSchema(new UntilEnd())
                                .withProjectName(Client.PROJECT)
                                .withSubscriptionName(name)
                                .withPubSubSubscriberFactory(
                                        new PubSubSubscriberFactoryForEmulator(
                                                server,
                                                Client.PROJECT,
                                                name,
                                                2,
                                                Duration.ofSeconds(10),
                                                100))
                                .withCredentials(EmulatorCredentials.getInstance())
                                .build())
                .addSink(new Jobs.Seen(name));
        env.executeAsync("ends").getJobExecutionResult().get(120, TimeUnit.SECONDS);

        assertThat(Jobs.Seen.of(name)).containsExactlyElementsOf(bodies(0, 300));
        assertNothingLeft(name);
    }

    private static final class WithAttributes implements PubSubDeserializationSchema<String> {
        @Override
        public boolean isEndOfStream(String nextElement) {
            return false;
        }

        @Override
        public String deserialize(PubsubMessage message) {
            if (message.getData().isEmpty()) {
                return null;
            }
            return message.getOrderingKey()
                    + "/"
                    + message.getAttributesOrDefault("n", "")
                    + "/"
                    + message.getData().toStringUtf8();
        }

        @Override
        public TypeInformation<String> getProducedType() {
            return Types.STRING;
        }
    }

    // ------------------------------------------------------------------ the sink

    private static PubsubMessage keyed(String text) {
        return PubsubMessage.newBuilder()
                .setData(ByteString.copyFromUtf8(text))
                .setOrderingKey(text.substring(0, text.indexOf(':')))
                .putAttributes("n", text.substring(text.indexOf(':') + 1))
                .build();
    }

    @Test
    @DisplayName("Messages go through the sink, with ordering keys and attributes, to the source")
    void through() throws Exception {
        String from = client.createOrdered();
        String to = client.createOrdered();
        for (int key = 0; key < 3; key++) {
            client.publishKeyed(from, "key-" + key, numbered("key-" + key, 0, 400));
        }
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        PubSubMessageSchema<String> whole = SourceAndSink::keyed;
        env.addSource(source(from, options()))
                .addSink(
                        PubSubSink.newBuilder()
                                .withSerializationSchema(whole)
                                .withProjectName(Client.PROJECT)
                                .withTopicName(to)
                                .withHostAndPortForEmulator(server)
                                .build());
        env.addSource(
                        PubSubSource.newBuilder()
                                .withDeserializationSchema(new WithAttributes())
                                .withProjectName(Client.PROJECT)
                                .withSubscriptionName(to)
                                .withPubSubSubscriberFactory(options().build())
                                .build())
                .addSink(new Jobs.Seen(to));
        JobClient job = env.executeAsync("through");
        Await.until("all is there", () -> Jobs.Seen.of(to).size() >= 1_200);
        Jobs.stop(job, directory);

        for (int key = 0; key < 3; key++) {
            String name = "key-" + key;
            assertThat(Jobs.Seen.of(to).stream().filter(t -> t.startsWith(name)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 400)
                                    .mapToObj(i -> name + "/" + i + "/" + name + ":" + i)
                                    .toList());
        }
        assertNothingLeft(from);
        assertNothingLeft(to);
    }

    @Test
    @DisplayName("When a checkpoint is complete, what came before it is published")
    void publishes() throws Exception {
        String to = client.create();
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(bodies(0, 2_500))
                .addSink(
                        PubSubSink.newBuilder()
                                .withSerializationSchema(new SimpleStringSchema())
                                .withProjectName(Client.PROJECT)
                                .withTopicName(to)
                                .withHostAndPortForEmulator(server)
                                .build());
        env.execute("publishes");

        Collection<PubsubMessage> all = client.drain(to, 2_500).values();
        assertThat(new ArrayList<>(all))
                .extracting(m -> m.getData().toStringUtf8())
                .containsExactlyInAnyOrderElementsOf(bodies(0, 2_500));
        assertNothingLeft(to);
    }

    // ------------------------------------------------------------------ refusals

    @Test
    @DisplayName("A subscription that is not there fails the job, and the error names it")
    void noSubscription() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(source("nobody", options())).addSink(new Jobs.Seen("nobody"));
        assertThat(runToFailure(env))
                .contains("projects/mill/subscriptions/nobody")
                .contains(server)
                .contains("NOT_FOUND")
                .contains("Create it");
    }

    @Test
    @DisplayName("A topic that is not there fails the job, and the error names it")
    void noTopic() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(bodies(0, 3))
                .addSink(
                        PubSubSink.newBuilder()
                                .withSerializationSchema(new SimpleStringSchema())
                                .withProjectName(Client.PROJECT)
                                .withTopicName("nowhere")
                                .withHostAndPortForEmulator(server)
                                .build());
        assertThat(runToFailure(env))
                .contains("projects/mill/topics/nowhere")
                .contains("NOT_FOUND")
                .contains("3 messages");
    }

    @Test
    @DisplayName("Without checkpoints the source does not begin")
    void withoutCheckpoints() throws Exception {
        String name = client.create();
        client.publish(name, bodies(0, 3));
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.addSource(source(name, options())).addSink(new Jobs.Seen(name));
        assertThat(runToFailure(env)).contains("needs checkpoints").contains("enableCheckpointing");
        assertThat(Jobs.Seen.of(name)).isEmpty();
        assertThat(client.pull(name, 10).stream().map(Client::text)).isNotEmpty();
    }

    static List<String> texts(List<ReceivedMessage> messages) {
        return messages.stream().map(Client::text).toList();
    }
}
