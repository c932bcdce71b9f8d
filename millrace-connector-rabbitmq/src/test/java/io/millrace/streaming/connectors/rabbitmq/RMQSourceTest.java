// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Envelope;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.ParallelSourceFunction;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.Door;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The source against a real broker. */
@Timeout(400)
class RMQSourceTest {

    private static Broker broker;

    @TempDir Path directory;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.get();
    }

    private static List<String> bodies(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "body-" + i).toList();
    }

    private static void publish(String queue, int from, int to) throws Exception {
        broker.publish(queue, from, to, i -> "body-" + i, i -> "id-" + i);
    }

    private static String runToFailure(StreamExecutionEnvironment env) throws Exception {
        StringBuilder said = new StringBuilder();
        JobClient client = env.executeAsync("fails");
        try {
            client.getJobExecutionResult().get(120, TimeUnit.SECONDS);
            throw new AssertionError("The job did not fail");
        } catch (java.util.concurrent.ExecutionException e) {
            for (Throwable at = e; at != null; at = at.getCause()) {
                said.append(at.getMessage()).append('\n');
            }
        }
        return said.toString();
    }

    // ------------------------------------------------------------------ guarantees

    @Test
    @DisplayName("CK-109: with ids and checkpoints each message is emitted once and acknowledged")
    void exactlyOnce() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 1_000);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(
                        new RMQSource<>(
                                broker.config().build(), queue, true, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("exactly once");
        publish(queue, 1_000, 3_000);
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() >= 3_000);
        Jobs.stop(client, directory);

        assertThat(Jobs.Seen.of(queue)).containsExactlyElementsOf(bodies(0, 3_000));
        assertThat(broker.ready(queue)).isZero();
    }

    @Test
    @DisplayName("CK-109: what no completed checkpoint holds is not acknowledged")
    void notAcknowledgedWithoutACheckpoint() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 100);
        StreamExecutionEnvironment env = Jobs.environment(directory, 3_600_000, 0);
        env.addSource(new RMQSource<>(broker.config().build(), queue, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("no checkpoint yet");
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() == 100);
        client.cancel().get(60, TimeUnit.SECONDS);
        Await.until("the broker has it back", () -> broker.ready(queue) == 100);
    }

    @Test
    @DisplayName("CK-109: without checkpoints the broker forgets what it has sent")
    void withoutCheckpoints() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 5_000);
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.addSource(new RMQSource<>(broker.config().build(), queue, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("automatic");
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() == 5_000);
        client.cancel().get(60, TimeUnit.SECONDS);
        assertThat(broker.ready(queue)).isZero();
        assertThat(Jobs.Seen.of(queue)).containsExactlyElementsOf(bodies(0, 5_000));
    }

    /** Its first acknowledgement fails. */
    private static final class FailsOnce extends RMQSource<String> {
        static final AtomicInteger CALLS = new AtomicInteger();

        FailsOnce(RMQConnectionConfig config, String queue) {
            super(config, queue, true, new SimpleStringSchema());
        }

        @Override
        protected void acknowledgeSessionIDs(List<Long> sessionIds) {
            if (CALLS.incrementAndGet() == 1) {
                throw new IllegalStateException("the first acknowledgement fails, as planned");
            }
            super.acknowledgeSessionIDs(sessionIds);
        }
    }

    @Test
    @DisplayName(
            "K13: redelivered messages that are no news are acknowledged, so that the prefetch window"
                    + " does not fill up")
    void k13() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 20);
        StreamExecutionEnvironment env = Jobs.environment(directory, 100, 3);
        env.addSource(new FailsOnce(broker.config().setPrefetchCount(5).build(), queue))
                .addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("K13");
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() >= 20);
        Jobs.stop(client, directory);

        assertThat(FailsOnce.CALLS).hasValueGreaterThan(4);
        assertThat(Jobs.Seen.of(queue)).containsExactlyInAnyOrderElementsOf(bodies(0, 20));
        assertThat(broker.ready(queue)).isZero();
    }

    @Test
    @DisplayName(
            "A connection that is cut again and again, also between barrier and completion, loses and"
                    + " doubles nothing, and does not restart the job")
    void cutConnections() throws Exception {
        String queue = broker.queue();
        int messages = 20_000;
        publish(queue, 0, messages);
        try (Door door = new Door(broker.port)) {
            StreamExecutionEnvironment env = Jobs.environment(directory, 20, 0);
            env.addSource(
                            new RMQSource<>(
                                    Broker.config(door.port())
                                            .setNetworkRecoveryInterval(20)
                                            .setPrefetchCount(400)
                                            .build(),
                                    queue,
                                    true,
                                    new SimpleStringSchema()))
                    .addSink(new Jobs.Seen(queue));
            JobClient client = env.executeAsync("cut");
            int cuts = 0;
            for (int reached = 1_500; reached < messages; reached += 1_500) {
                int until = reached;
                Await.until("some have come", () -> Jobs.Seen.of(queue).size() >= until);
                int sessions = door.passed();
                door.slam();
                cuts++;
                Await.until("it has come back", () -> door.passed() > sessions);
            }
            Await.until("all is there", () -> Jobs.Seen.of(queue).size() >= messages);
            Jobs.stop(client, directory);

            System.out.println(
                    "RabbitMQ: "
                            + cuts
                            + " cuts, "
                            + door.passed()
                            + " sessions, "
                            + Jobs.Seen.of(queue).size()
                            + " of "
                            + messages
                            + " records, "
                            + Jobs.Seen.of(queue).stream().distinct().count()
                            + " different");
            assertThat(Jobs.Seen.of(queue))
                    .containsExactlyInAnyOrderElementsOf(bodies(0, messages));
            assertThat(door.passed()).isGreaterThan(cuts);
            Await.until("nothing is left", () -> broker.ready(queue) == 0);
        }
    }

    @Test
    @DisplayName("A lost connection fails the job when it is not to be made anew")
    void noRecovery() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 1);
        try (Door door = new Door(broker.port)) {
            StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
            env.addSource(
                            new RMQSource<>(
                                    Broker.config(door.port()).setAutomaticRecovery(false).build(),
                                    queue,
                                    true,
                                    new SimpleStringSchema()))
                    .addSink(new Jobs.Seen(queue));
            JobClient client = env.executeAsync("cut for good");
            Await.until("one has come", () -> Jobs.Seen.of(queue).size() == 1);
            door.slam();
            assertThatThrownBy(() -> client.getJobExecutionResult().get(60, TimeUnit.SECONDS))
                    .hasStackTraceContaining("has lost the queue '" + queue + "'");
        }
    }

    private static final class Impatient extends RMQSource<String> {
        Impatient(RMQConnectionConfig config, String queue) {
            super(config, queue, true, new SimpleStringSchema());
        }

        @Override
        long givesUpAfterMs() {
            return 100;
        }
    }

    @Test
    @DisplayName("A broker that stays away fails the job, with the reason of the last attempt")
    void givesUp() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 1);
        try (Door door = new Door(broker.port)) {
            StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
            env.addSource(
                            new Impatient(
                                    Broker.config(door.port())
                                            .setNetworkRecoveryInterval(60)
                                            .build(),
                                    queue))
                    .addSink(new Jobs.Seen(queue));
            JobClient client = env.executeAsync("the broker stays away");
            Await.until("one has come", () -> Jobs.Seen.of(queue).size() == 1);
            door.shut();
            assertThatThrownBy(() -> client.getJobExecutionResult().get(60, TimeUnit.SECONDS))
                    .hasStackTraceContaining("has lost the queue '" + queue + "'")
                    .hasStackTraceContaining("attempts to read on");
        }
    }

    @Test
    @DisplayName("A broker that is slow to come back is waited for, and the job is not restarted")
    void comesBack() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 100);
        try (Door door = new Door(broker.port)) {
            StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
            env.addSource(
                            new RMQSource<>(
                                    Broker.config(door.port())
                                            .setNetworkRecoveryInterval(20)
                                            .build(),
                                    queue,
                                    true,
                                    new SimpleStringSchema()))
                    .addSink(new Jobs.Seen(queue));
            JobClient client = env.executeAsync("the broker comes back");
            Await.until("all have come", () -> Jobs.Seen.of(queue).size() == 100);
            door.shut();
            publish(queue, 100, 200);
            int tried = door.refused();
            Await.until("it has tried a few times", () -> door.refused() >= tried + 3);
            door.open();
            Await.until("all have come", () -> Jobs.Seen.of(queue).size() >= 200);
            Jobs.stop(client, directory);
        }
        assertThat(Jobs.Seen.of(queue)).containsExactlyInAnyOrderElementsOf(bodies(0, 200));
        assertThat(broker.ready(queue)).isZero();
    }

    // ------------------------------------------------------------------ the end of a stream

    private static final class UntilEnd extends SimpleStringSchema {
        @Override
        public boolean isEndOfStream(String next) {
            return next.equals("end");
        }
    }

    @Test
    @DisplayName("The last message ends the job, and all up to it are acknowledged, none beyond")
    void endOfStream() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 500);
        broker.publish(queue, 0, 1, i -> "end", i -> "end");
        publish(queue, 500, 510);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new RMQSource<>(broker.config().build(), queue, true, new UntilEnd()))
                .addSink(new Jobs.Seen(queue));
        env.execute("ends");
        assertThat(Jobs.Seen.of(queue)).containsExactlyElementsOf(bodies(0, 500));
        assertThat(broker.ready(queue)).isEqualTo(10);
    }

    // ------------------------------------------------------------------ refusals and warnings

    @Test
    @DisplayName(
            "CK-109: a message without a correlation id is an error that names it and its queue")
    void missingId() throws Exception {
        String queue = broker.queue();
        broker.publish(queue, 0, 1, i -> "body", i -> null);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(
                        new RMQSource<>(
                                broker.config().build(), queue, true, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        assertThat(runToFailure(env))
                .contains("has no correlation id")
                .contains("'" + queue + "'")
                .contains("message-0");
    }

    /** As users make one that can be parallel. */
    private static final class Parallel extends RMQSource<String>
            implements ParallelSourceFunction<String> {
        Parallel(RMQConnectionConfig config, String queue, boolean ids) {
            super(config, queue, ids, new SimpleStringSchema());
        }
    }

    @Test
    @DisplayName("CK-109: several subtasks are refused with ids, and the message says why")
    void refusesSeveral() throws Exception {
        String queue = broker.queue();
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new Parallel(broker.config().build(), queue, true))
                .setParallelism(2)
                .addSink(new Jobs.Seen(queue));
        assertThat(runToFailure(env))
                .contains("has 2 subtasks")
                .contains("to another subtask than before")
                .contains("'" + queue + "'");
    }

    @Test
    @DisplayName("Several subtasks share a queue at least once")
    void severalAtLeastOnce() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 2_000);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new Parallel(broker.config().setPrefetchCount(100).build(), queue, false))
                .setParallelism(2)
                .addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("two");
        Await.until("all is there", () -> Jobs.Seen.of(queue).size() >= 2_000);
        Jobs.stop(client, directory);
        assertThat(Jobs.Seen.of(queue)).containsExactlyInAnyOrderElementsOf(bodies(0, 2_000));
        assertThat(broker.ready(queue)).isZero();
    }

    @Test
    @DisplayName("A prefetch count smaller than the messages of an interval is told, with numbers")
    void prefetchTooSmall() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 30);
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            StreamExecutionEnvironment env = Jobs.environment(directory, 2_500, 0);
            env.addSource(
                            new RMQSource<>(
                                    broker.config().setPrefetchCount(10).build(),
                                    queue,
                                    true,
                                    new SimpleStringSchema()))
                    .addSink(new Jobs.Seen(queue));
            JobClient client = env.executeAsync("narrow");
            Await.until(
                    "it is told",
                    () ->
                            said.toString(StandardCharsets.UTF_8)
                                    .contains("holds 10 messages of the queue '" + queue + "'"));
            Await.until("all is there", () -> Jobs.Seen.of(queue).size() == 30);
            client.cancel().get(60, TimeUnit.SECONDS);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("no more than 10");
    }

    private static final class Unreadable extends SimpleStringSchema {
        @Override
        public String deserialize(byte[] message) {
            throw new IllegalArgumentException("no comma in it");
        }
    }

    @Test
    @DisplayName("A message that can't be read is named")
    void unreadable() throws Exception {
        String queue = broker.queue();
        publish(queue, 0, 1);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new RMQSource<>(broker.config().build(), queue, true, new Unreadable()))
                .addSink(new Jobs.Seen(queue));
        assertThat(runToFailure(env))
                .contains("'" + queue + "'")
                .contains("id-0")
                .contains("Unreadable")
                .contains("no comma in it");
    }

    @Test
    @DisplayName("A queue that was declared otherwise is told from a broker that is not there")
    void otherwiseDeclared() throws Exception {
        String queue = "declared-otherwise";
        try (Connection connection = broker.connect();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(queue, true, false, false, Map.of("x-max-length", 10));
        }
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new RMQSource<>(broker.config().build(), queue, new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        assertThat(runToFailure(env)).contains("override it").contains("'" + queue + "'");

        StreamExecutionEnvironment other = Jobs.environment(directory, 50, 0);
        other.addSource(
                        new RMQSource<>(
                                broker.config().setPassword("not-the-password-1").build(),
                                queue,
                                new SimpleStringSchema()))
                .addSink(new Jobs.Seen(queue));
        assertThat(runToFailure(other))
                .contains("127.0.0.1:" + broker.port)
                .contains("ACCESS_REFUSED")
                .doesNotContain("not-the-password-1");
    }

    // ------------------------------------------------------------------ schemas of one's own

    /** Several records of a message, by an id from elsewhere; of some messages none. */
    private static final class Words implements RMQDeserializationSchema<String> {
        @Override
        public void deserialize(
                Envelope envelope,
                AMQP.BasicProperties properties,
                byte[] body,
                RMQCollector<String> collector)
                throws IOException {
            String text = new String(body, StandardCharsets.UTF_8);
            if (text.startsWith("skip")) {
                return;
            }
            collector.setMessageIdentifiers(properties.getMessageId(), envelope.getDeliveryTag());
            for (String word : text.split(" ", -1)) {
                collector.collect(word);
            }
        }

        @Override
        public boolean isEndOfStream(String next) {
            return next.equals("end");
        }

        @Override
        public TypeInformation<String> getProducedType() {
            return Types.STRING;
        }
    }

    /** The queue is bound to an exchange. */
    private static final class Bound extends RMQSource<String> {
        Bound(RMQConnectionConfig config, String queue) {
            super(config, queue, true, new Words());
        }

        @Override
        protected void setupQueue() throws IOException {
            channel.queueDeclare(queueName, true, false, false, Map.of("x-queue-type", "quorum"));
            channel.exchangeDeclare("words", "fanout");
            channel.queueBind(queueName, "words", "");
        }
    }

    @Test
    @DisplayName("A schema of its own names messages, makes several records of one, and skips some")
    void ownSchemaOnAQuorumQueue() throws Exception {
        String queue = "words-of-a-quorum";
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new Bound(broker.config().build(), queue)).addSink(new Jobs.Seen(queue));
        JobClient client = env.executeAsync("words");
        try (Connection connection = broker.connect();
                Channel channel = connection.createChannel()) {
            Await.until("the queue is there", () -> isDeclared(queue));
            // It is declared first and bound then: what is published in between would be lost.
            channel.exchangeDeclare("words", "fanout");
            channel.queueBind(queue, "words", "");
            List<String> texts = List.of("to be", "skip this", "or not", "to be", "end beyond");
            channel.confirmSelect();
            for (int i = 0; i < texts.size(); i++) {
                AMQP.BasicProperties.Builder properties = new AMQP.BasicProperties.Builder();
                if (!texts.get(i).startsWith("skip")) {
                    properties.messageId("m" + (i == 3 ? 0 : i)); // the fourth is the first again
                }
                channel.basicPublish(
                        "words",
                        "",
                        properties.build(),
                        texts.get(i).getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(30_000);
        }
        client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
        assertThat(Jobs.Seen.of(queue)).containsExactly("to", "be", "or", "not");
        assertThat(broker.ready(queue)).isZero();
    }

    private static boolean isDeclared(String queue) throws Exception {
        try (Connection connection = broker.connect()) {
            Channel channel = connection.createChannel();
            channel.queueDeclarePassive(queue);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
