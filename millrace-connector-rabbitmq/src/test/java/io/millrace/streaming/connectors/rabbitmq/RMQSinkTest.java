// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.GetResponse;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.Door;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sink against a real broker. */
@Timeout(400)
class RMQSinkTest {

    private static Broker broker;

    @TempDir Path directory;

    @BeforeAll
    static void start() throws Exception {
        broker = Broker.get();
    }

    private static List<String> bodies(int to) {
        return IntStream.range(0, to).mapToObj(i -> "body-" + i).toList();
    }

    private static List<String> written(String queue) throws Exception {
        return broker.drain(queue).stream()
                .map(message -> new String(message.getBody(), StandardCharsets.UTF_8))
                .toList();
    }

    private String failureOf(RMQSink<String> sink) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.fromData("one", "two", "three").addSink(sink);
        StringBuilder said = new StringBuilder();
        try {
            env.execute("fails");
            throw new AssertionError("The job did not fail");
        } catch (Exception e) {
            for (Throwable at = e; at != null; at = at.getCause()) {
                said.append(at.getMessage()).append('\n');
            }
        }
        return said.toString();
    }

    /** Emits what tests put in, and ends at "end". */
    private static final class Handed implements SourceFunction<String> {
        private static final Map<String, BlockingQueue<String>> ALL = new ConcurrentHashMap<>();

        private final String name;
        private volatile boolean cancelled;

        Handed(String name) {
            this.name = name;
            ALL.put(name, new LinkedBlockingQueue<>());
        }

        static void hand(String name, String text) {
            ALL.get(name).add(text);
        }

        @Override
        public void run(SourceContext<String> out) throws Exception {
            while (!cancelled) {
                String next = ALL.get(name).poll(20, TimeUnit.MILLISECONDS);
                if ("end".equals(next)) {
                    return;
                }
                if (next != null) {
                    synchronized (out.getCheckpointLock()) {
                        out.collect(next);
                    }
                }
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    @Test
    @DisplayName("All records are in the queue when the job has ended")
    void writes() throws Exception {
        String queue = broker.queue();
        int count = 10_000;
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.fromData(bodies(count))
                .addSink(new RMQSink<>(broker.config().build(), queue, new SimpleStringSchema()));
        long begin = System.nanoTime();
        env.execute("writes");
        System.out.println(
                "RabbitMQ: "
                        + count
                        + " messages written and confirmed in "
                        + (System.nanoTime() - begin) / 1_000_000
                        + " ms");
        assertThat(written(queue)).containsExactlyElementsOf(bodies(count));
    }

    @Test
    @DisplayName("Without checkpoints, too, the end of the job waits for all confirmations")
    void writesWithoutCheckpoints() throws Exception {
        String queue = broker.queue();
        StreamExecutionEnvironment env = Jobs.environment(directory, 0, 0);
        env.fromData(bodies(1_000))
                .addSink(new RMQSink<>(broker.config().build(), queue, new SimpleStringSchema()));
        env.execute("writes");
        List<GetResponse> messages = broker.drain(queue);
        assertThat(messages).hasSize(1_000);
        assertThat(messages)
                .as("kept over a restart of the broker")
                .allMatch(message -> message.getProps().getDeliveryMode() == 2);
    }

    private static class Options implements RMQSinkPublishOptions<String> {
        final String exchange;
        final String key;
        final boolean mandatory;

        Options(String exchange, String key, boolean mandatory) {
            this.exchange = exchange;
            this.key = key;
            this.mandatory = mandatory;
        }

        @Override
        public String computeRoutingKey(String record) {
            return key;
        }

        @Override
        public AMQP.BasicProperties computeProperties(String record) {
            return new AMQP.BasicProperties.Builder()
                    .correlationId("id of " + record)
                    .deliveryMode(2)
                    .build();
        }

        @Override
        public String computeExchange(String record) {
            return exchange;
        }

        @Override
        public boolean computeMandatory(String record) {
            return mandatory;
        }
    }

    @Test
    @DisplayName("Options say where a message goes and with which properties")
    void options() throws Exception {
        String queue = broker.queue();
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.fromData("one", "two")
                .addSink(
                        new RMQSink<>(
                                broker.config().build(),
                                new SimpleStringSchema(),
                                new Options("", queue, true)));
        env.execute("options");
        List<GetResponse> messages = broker.drain(queue);
        assertThat(messages)
                .extracting(m -> m.getProps().getCorrelationId())
                .containsExactly("id of one", "id of two");
    }

    @Test
    @DisplayName("A mandatory message that leads to no queue fails the job, exchange and key named")
    void unroutable() throws Exception {
        assertThat(
                        failureOf(
                                new RMQSink<>(
                                        broker.config().build(),
                                        new SimpleStringSchema(),
                                        new Options("amq.direct", "to-nowhere", true))))
                .contains("'amq.direct'")
                .contains("'to-nowhere'")
                .contains("NO_ROUTE");
    }

    private static final class Returned implements SerializableReturnListener {
        static final BlockingQueue<String> KEYS = new LinkedBlockingQueue<>();

        @Override
        public void handleReturn(
                int replyCode,
                String replyText,
                String exchange,
                String routingKey,
                AMQP.BasicProperties properties,
                byte[] body) {
            KEYS.add(routingKey);
        }
    }

    @Test
    @DisplayName("A listener is told of messages that lead to no queue, and the job goes on")
    void listener() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.fromData("one", "two")
                .addSink(
                        new RMQSink<>(
                                broker.config().build(),
                                new SimpleStringSchema(),
                                new Options("amq.direct", "listened", true),
                                new Returned()));
        env.execute("listens");
        assertThat(Returned.KEYS).containsExactly("listened", "listened");
    }

    @Test
    @DisplayName("An exchange that is not there fails the job and is named")
    void noExchange() throws Exception {
        assertThat(
                        failureOf(
                                new RMQSink<>(
                                        broker.config().build(),
                                        new SimpleStringSchema(),
                                        new Options("no-such-exchange", "key", false))))
                .contains("no-such-exchange");
    }

    private static final class Immediate extends Options {
        Immediate() {
            super("", "queue-of-immediate", false);
        }

        @Override
        public boolean computeImmediate(String record) {
            return true;
        }
    }

    @Test
    @DisplayName("Immediate delivery, which RabbitMQ has given up, is refused by name")
    void immediate() throws Exception {
        assertThat(
                        failureOf(
                                new RMQSink<>(
                                        broker.config().build(),
                                        new SimpleStringSchema(),
                                        new Immediate())))
                .contains("immediate delivery")
                .contains("queue-of-immediate");
    }

    /** A queue that holds two messages and refuses more. */
    private static final class Full extends RMQSink<String> {
        Full(RMQConnectionConfig config, String queue) {
            super(config, queue, new SimpleStringSchema());
        }

        @Override
        protected void setupQueue() throws IOException {
            channel.queueDeclare(
                    queueName,
                    true,
                    false,
                    false,
                    Map.of("x-max-length", 2, "x-overflow", "reject-publish"));
        }
    }

    @Test
    @DisplayName("A refused message (nack) fails the job and names the queue; or is only logged")
    void nack() throws Exception {
        assertThat(failureOf(new Full(broker.config().build(), "full-1")))
                .contains("has refused")
                .contains("'full-1'");

        Full sink = new Full(broker.config().build(), "full-2");
        sink.setLogFailuresOnly(true);
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.fromData("one", "two", "three", "four").addSink(sink);
        env.execute("logs only");
        assertThat(written("full-2")).containsExactly("one", "two");
    }

    @Test
    @DisplayName(
            "A queue that is deleted while the job runs is noticed: messages to it are mandatory")
    void deletedQueue() throws Exception {
        String queue = broker.queue();
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new Handed(queue))
                .addSink(new RMQSink<>(broker.config().build(), queue, new SimpleStringSchema()));
        JobClient client = env.executeAsync("deleted");
        Handed.hand(queue, "one");
        Await.until("one is there", () -> broker.ready(queue) == 1);
        try (Connection connection = broker.connect();
                Channel channel = connection.createChannel()) {
            channel.queueDelete(queue);
        }
        Handed.hand(queue, "two");
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> client.getJobExecutionResult().get(60, TimeUnit.SECONDS))
                .hasStackTraceContaining("the queue '" + queue + "' because it leads to no queue");
    }

    /**
     * Its channel says that it is closed after the first message, and nobody hears of a
     * confirmation.
     */
    private static final class SeenClosed extends RMQSink<String> {
        private transient Connection real;

        SeenClosed(RMQConnectionConfig config, String queue) {
            super(config, queue, new SimpleStringSchema());
        }

        @Override
        protected Connection setupConnection() throws Exception {
            real = super.setupConnection();
            return proxy(
                    Connection.class,
                    real,
                    (method, arguments) -> {
                        if (!method.getName().equals("createChannel")) {
                            return method.invoke(real, arguments);
                        }
                        Channel channel = real.createChannel();
                        AtomicInteger published = new AtomicInteger();
                        return proxy(
                                Channel.class,
                                channel,
                                (call, given) -> {
                                    switch (call.getName()) {
                                        case "isOpen":
                                            return published.get() == 0;
                                        case "addConfirmListener":
                                            return null;
                                        case "basicPublish":
                                            published.incrementAndGet();
                                            return call.invoke(channel, given);
                                        default:
                                            return call.invoke(channel, given);
                                    }
                                });
                    });
        }

        private interface Call {
            Object invoke(Method method, Object[] arguments) throws Exception;
        }

        private static <T> T proxy(Class<T> type, T behind, Call call) {
            return type.cast(
                    Proxy.newProxyInstance(
                            behind.getClass().getClassLoader(),
                            new Class<?>[] {type},
                            (self, method, arguments) -> call.invoke(method, arguments)));
        }
    }

    @Test
    @DisplayName(
            "A channel that is seen closed before its listener was told: what was on its way is not"
                    + " forgotten")
    void seenClosed() throws Exception {
        String queue = broker.queue();
        assertThat(failureOf(new SeenClosed(broker.config().build(), queue)))
                .contains("while 1 messages were not confirmed")
                .contains("'" + queue + "'");
    }

    /** Counts how often it declares its queue, and tells when it knows that a channel is lost. */
    private static final class Watched extends RMQSink<String> {
        static final Map<String, AtomicInteger> DECLARED = new ConcurrentHashMap<>();
        static final Map<String, AtomicInteger> LOST = new ConcurrentHashMap<>();

        Watched(RMQConnectionConfig config, String queue) {
            super(config, queue, new SimpleStringSchema());
            DECLARED.put(queue, new AtomicInteger());
            LOST.put(queue, new AtomicInteger());
        }

        @Override
        protected void setupQueue() throws IOException {
            DECLARED.get(queueName).incrementAndGet();
            channel.addShutdownListener(cause -> LOST.get(queueName).incrementAndGet());
            super.setupQueue();
        }
    }

    @Test
    @DisplayName("A connection that is lost while nothing is on its way is made anew by itself")
    void reconnectsWhenIdle() throws Exception {
        String queue = broker.queue();
        try (Door door = new Door(broker.port)) {
            JobClient client = idle(new Watched(Broker.config(door.port()).build(), queue), queue);
            cut(door, queue);
            Handed.hand(queue, "two");
            Handed.hand(queue, "end");
            client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
        }
        assertThat(written(queue)).containsExactly("one", "two");
    }

    @Test
    @DisplayName(
            "A sink that is not to recover fails when its idle connection is lost, also one that only"
                    + " logs failures")
    void doesNotReconnectWhenToldNotTo() throws Exception {
        for (boolean logsOnly : new boolean[] {false, true}) {
            String queue = broker.queue();
            try (Door door = new Door(broker.port)) {
                RMQSink<String> sink =
                        new Watched(
                                Broker.config(door.port()).setAutomaticRecovery(false).build(),
                                queue);
                sink.setLogFailuresOnly(logsOnly);
                JobClient client = idle(sink, queue);
                cut(door, queue);
                Handed.hand(queue, "two");
                Handed.hand(queue, "end");
                org.assertj.core.api.Assertions.assertThatThrownBy(
                                () -> client.getJobExecutionResult().get(60, TimeUnit.SECONDS))
                        .hasStackTraceContaining("has lost its connection")
                        .hasStackTraceContaining("setAutomaticRecovery(false)");
            }
            assertThat(written(queue)).containsExactly("one");
        }
    }

    @Test
    @DisplayName("The queue is declared on a connection that was made anew unless told otherwise")
    void declaresAgain() throws Exception {
        for (boolean again : new boolean[] {true, false}) {
            String queue = broker.queue();
            try (Door door = new Door(broker.port)) {
                JobClient client =
                        idle(
                                new Watched(
                                        Broker.config(door.port())
                                                .setTopologyRecoveryEnabled(again)
                                                .build(),
                                        queue),
                                queue);
                cut(door, queue);
                Handed.hand(queue, "two");
                Handed.hand(queue, "end");
                client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
            }
            assertThat(written(queue)).containsExactly("one", "two");
            assertThat(Watched.DECLARED.get(queue)).hasValue(again ? 2 : 1);
        }
    }

    /** Before the sink knows, it would send a message to nobody, and not know what became of it. */
    private static void cut(Door door, String queue) throws Exception {
        door.slam();
        Await.until("the sink knows", () -> Watched.LOST.get(queue).get() > 0);
    }

    /** A job that has written "one", and waits, with all confirmed. */
    private JobClient idle(RMQSink<String> sink, String queue) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(directory, 50, 0);
        env.addSource(new Handed(queue)).addSink(sink);
        JobClient client = env.executeAsync("idle");
        Handed.hand(queue, "one");
        Await.until("one is there", () -> broker.ready(queue) == 1);
        Jobs.savepoint(client, directory); // and its confirmation has come
        return client;
    }

    @Test
    @DisplayName(
            "Connections that are cut while messages are on their way: each is written, some twice")
    void cutConnections() throws Exception {
        String queue = broker.queue();
        int count = 5_000;
        try (Door door = new Door(broker.port)) {
            StreamExecutionEnvironment env = Jobs.environment(directory, 20, 20);
            String texts = "texts-for-" + queue;
            broker.connect().createChannel().queueDeclare(texts, true, false, false, null);
            broker.publish(texts, 0, count, i -> "body-" + i, i -> "id-" + i);
            env.addSource(
                            new RMQSource<>(
                                    broker.config().setPrefetchCount(200).build(),
                                    texts,
                                    true,
                                    new SimpleStringSchema()))
                    .addSink(
                            new RMQSink<>(
                                    Broker.config(door.port()).build(),
                                    queue,
                                    new SimpleStringSchema()));
            JobClient client = env.executeAsync("cut");
            for (int cut = 1; cut <= 5; cut++) {
                int until = cut * 700;
                Await.until("some are there", () -> broker.ready(queue) >= until);
                door.slam();
            }
            Await.until("all are there", () -> broker.ready(queue) >= count);
            Await.until("all were read", () -> broker.ready(texts) == 0);
            Jobs.stop(client, directory);
        }
        List<String> written = written(queue);
        System.out.println(
                "RabbitMQ: sink cut 5 times: "
                        + written.size()
                        + " messages, "
                        + written.stream().distinct().count()
                        + " different, of "
                        + count);
        assertThat(written.stream().distinct()).containsExactlyInAnyOrderElementsOf(bodies(count));
    }
}
