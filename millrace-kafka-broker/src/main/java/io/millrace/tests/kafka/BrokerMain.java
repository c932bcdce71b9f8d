// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * Broker and controller in one JVM: {@code DIRECTORY PORT CONTROLLER_PORT [key=value]...}.
 *
 * <p>A directory that was used before is used again, so a broker started again has its data. Prints
 * {@code READY} when it serves, and ends in order when its input ends, so also with the test that
 * started it. Kafka's classes named here are its own business and may change: they are named
 * nowhere else.
 */
public final class BrokerMain {

    private BrokerMain() {}

    /** See the class. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Properties settings = settings(directory, args[1], args[2]);
        for (int i = 3; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            settings.setProperty(args[i].substring(0, equals), args[i].substring(equals + 1));
        }
        Path file = directory.resolve("server.properties");
        boolean used = Files.exists(file);
        Files.createDirectories(directory);
        try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            settings.store(writer, null);
        }
        if (!used) {
            format(file);
        }
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(settings), Time.SYSTEM);
        server.startup();
        System.out.println("READY");
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream());
        server.shutdown();
        server.awaitShutdown();
        System.exit(0);
    }

    private static void format(Path file) throws IOException {
        PrintStream quiet =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int code =
                StorageTool.execute(
                        new String[] {
                            "format",
                            "-t",
                            Uuid.randomUuid().toString(),
                            "-c",
                            file.toString(),
                            "--standalone"
                        },
                        quiet);
        if (code != 0) {
            throw new IllegalStateException("The broker's directory could not be formatted");
        }
    }

    private static Properties settings(Path directory, String port, String controllerPort) {
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", "1");
        settings.setProperty(
                "listeners",
                "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty(
                "listener.security.protocol.map", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
        settings.setProperty("controller.quorum.bootstrap.servers", "127.0.0.1:" + controllerPort);
        settings.setProperty("log.dirs", directory.resolve("data").toString());
        // One broker, and as little of all as will do.
        settings.setProperty("offsets.topic.num.partitions", "1");
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("transaction.state.log.num.partitions", "1");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
        settings.setProperty("share.coordinator.state.topic.min.isr", "1");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        settings.setProperty("log.cleaner.enable", "false");
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("num.network.threads", "1");
        settings.setProperty("num.io.threads", "2");
        settings.setProperty("background.threads", "2");
        // Transactions that ran out are noticed soon.
        settings.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
        return settings;
    }
}
