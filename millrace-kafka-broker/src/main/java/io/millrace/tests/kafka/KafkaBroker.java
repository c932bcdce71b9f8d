// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kafka;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real broker in a JVM of its own, for it needs another version of Kafka's client than the
 * connector. It ends with the JVM that started it; stopped and started again it has the same
 * address and its data. Names nothing of Kafka, so it can be used beside any of its clients.
 */
public final class KafkaBroker {

    private static KafkaBroker shared;

    private final Path directory;
    private final int port;
    private final int controllerPort;
    private final List<String> settings;
    private Process process;

    private KafkaBroker(List<String> settings) throws IOException {
        this.directory = Files.createTempDirectory("kafka");
        this.port = freePort();
        this.controllerPort = freePort();
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
    }

    /** One for all tests of this JVM; nobody stops it. */
    public static synchronized KafkaBroker shared() throws Exception {
        if (shared == null) {
            shared = startNew();
        }
        return shared;
    }

    /** One of its own, with further settings as {@code key=value}. */
    public static KafkaBroker startNew(String... settings) throws Exception {
        KafkaBroker broker = new KafkaBroker(List.of(settings));
        broker.start();
        return broker;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    /** Its address, as clients want it. */
    public String servers() {
        return "127.0.0.1:" + port;
    }

    /** Starts it again. */
    public void start() throws Exception {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx384m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                classPath(),
                                "io.millrace.tests.kafka.BrokerMain",
                                directory.toString(),
                                String.valueOf(port),
                                String.valueOf(controllerPort)));
        command.addAll(settings);
        process =
                new ProcessBuilder(command)
                        .redirectError(
                                ProcessBuilder.Redirect.appendTo(
                                        directory.resolve("broker.log").toFile()))
                        .start();
        BufferedReader out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); !"READY".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IllegalStateException(
                        "The broker did not start:\n"
                                + Files.readString(directory.resolve("broker.log")));
            }
        }
    }

    /** In order; what it took is on disk. */
    public void stop() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** With the JVM of the tests all that the broker kept goes, however it ended. */
    private void remove() {
        try {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println(directory + " of a broker of the tests stays behind: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String classPath() throws IOException {
        Path module = Path.of("").toAbsolutePath();
        while (module != null && !Files.exists(module.resolve("millrace-kafka-broker/pom.xml"))) {
            module = module.getParent();
        }
        Path target =
                module == null ? null : module.resolve("millrace-kafka-broker").resolve("target");
        if (target == null || !Files.exists(target.resolve("broker.classpath"))) {
            throw new IllegalStateException(
                    "There is no target/broker.classpath of millrace-kafka-broker; build that"
                            + " module first (mvn -pl millrace-connector-kafka -am ...)");
        }
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(target.resolve("broker.classpath")).strip();
    }
}
