// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import io.millrace.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import io.millrace.tests.components.Components;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** A real broker, one for all tests of a JVM; each test has queues of its own. */
final class Broker {

    private static final int SPREAD = 10_000;
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static Broker shared;

    final int port;
    final int tlsPort;
    final Tls tls;
    private final Path directory;
    private final String script;

    private Broker(Path directory, String script) throws Exception {
        this.directory = directory;
        this.script = script;
        this.port = freePort();
        this.tlsPort = port + SPREAD / 2;
        this.tls = Tls.in(directory.resolve("tls"));
    }

    /** Starts it if need be; skips the test if there is none to start. */
    static synchronized Broker get() throws Exception {
        if (shared == null) {
            String script = Components.script("rabbitmq.sh").toString();
            Path program = Path.of(firstLine(script, "program"));
            Components.require("rabbitmq", program);
            Broker broker = new Broker(Files.createTempDirectory("rabbitmq"), script);
            Runtime.getRuntime().addShutdownHook(new Thread(broker::end));
            broker.start();
            shared = broker;
        }
        return shared;
    }

    void start() throws Exception {
        call("start", directory.toString(), Integer.toString(port), Integer.toString(tlsPort));
    }

    void stop() throws Exception {
        call("stop", directory.toString());
    }

    void kill() throws Exception {
        call("kill", directory.toString());
    }

    private void end() {
        try {
            call("end", directory.toString());
        } catch (Exception e) {
            System.err.println("The broker of the tests may be left over: " + e);
        }
    }

    private void call(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                        .start();
        if (!process.waitFor(400, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(command + " has failed: " + Files.readString(log()));
        }
    }

    private Path log() {
        return directory.resolve("script.log");
    }

    private static String firstLine(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        process.waitFor();
        return said.isEmpty() ? "/usr/lib/rabbitmq/bin/rabbitmq-server" : said;
    }

    /** One that is free in four places. */
    private static int freePort() throws IOException {
        for (int port = 20_000 + (int) (ProcessHandle.current().pid() % 5_000); ; port++) {
            if (isFree(port)
                    && isFree(port + SPREAD / 2)
                    && isFree(port + SPREAD)
                    && isFree(port + 2 * SPREAD)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    // ------------------------------------------------------------------ what tests do with it

    RMQConnectionConfig.Builder config() {
        return config(port);
    }

    static RMQConnectionConfig.Builder config(int port) {
        return new RMQConnectionConfig.Builder()
                .setHost("127.0.0.1")
                .setPort(port)
                .setVirtualHost("/")
                .setUserName("guest")
                .setPassword("guest")
                .setNetworkRecoveryInterval(200);
    }

    Connection connect() throws IOException, TimeoutException {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(port);
        return factory.newConnection();
    }

    /** A queue as the source declares it, with a name that no other test has. */
    String queue() throws Exception {
        String name = "queue-" + NAMES.incrementAndGet();
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            channel.queueDeclare(name, true, false, false, null);
        }
        return name;
    }

    /** Publishes persistent messages and waits for the broker's confirmation. */
    void publish(String queue, int from, int to, IntFunction<String> body, IntFunction<String> id)
            throws Exception {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            for (int i = from; i < to; i++) {
                channel.basicPublish(
                        "",
                        queue,
                        new AMQP.BasicProperties.Builder()
                                .deliveryMode(2)
                                .correlationId(id.apply(i))
                                .messageId("message-" + i)
                                .build(),
                        body.apply(i).getBytes(StandardCharsets.UTF_8));
            }
            channel.waitForConfirmsOrDie(60_000);
        }
    }

    /** Messages that wait in the queue; those that a consumer holds are not counted. */
    long ready(String queue) throws Exception {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            return channel.messageCount(queue);
        }
    }

    /** Takes all messages out of the queue. */
    List<GetResponse> drain(String queue) throws Exception {
        List<GetResponse> all = new ArrayList<>();
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            GetResponse next;
            while ((next = channel.basicGet(queue, true)) != null) {
                all.add(next);
            }
        }
        return all;
    }
}
