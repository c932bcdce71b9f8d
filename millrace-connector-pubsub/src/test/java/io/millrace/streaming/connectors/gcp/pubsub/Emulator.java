// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.tests.components.Await;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Google's emulator of Pub/Sub, in a process of its own. It can't be fetched from where this
 * project fetches things, so where the machine does not have it what needs it is skipped, with a
 * line that says so, even when components are required: the same tests run on {@link
 * FakePubSubServer}. Kept for all tests of this JVM; it forgets everything when it ends.
 */
final class Emulator {

    private static final String PACKAGE = "google-cloud-cli-pubsub-emulator";

    private static Emulator shared;
    private static boolean absent;

    private final int port;

    private Emulator(int port) {
        this.port = port;
    }

    String hostAndPort() {
        return "127.0.0.1:" + port;
    }

    /** The one of this JVM; skips the test if there is none. */
    static synchronized Emulator get() throws Exception {
        if (shared == null && !absent) {
            Optional<Path> jar = jar();
            if (jar.isPresent()) {
                shared = start(jar.get());
            } else {
                absent = true;
                System.out.println(
                        "Skipped: Google's Pub/Sub emulator is not on this machine (package "
                                + PACKAGE
                                + "); the same tests run on FakePubSubServer");
            }
        }
        Assumptions.assumeTrue(shared != null, "Google's Pub/Sub emulator is not on this machine");
        return shared;
    }

    private static Optional<Path> jar() throws Exception {
        Process list;
        try {
            list = new ProcessBuilder("dpkg", "-L", PACKAGE).redirectErrorStream(true).start();
        } catch (IOException noDpkg) {
            return Optional.empty();
        }
        String files = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        list.waitFor();
        return files.lines()
                .filter(line -> line.endsWith(".jar"))
                .map(Path::of)
                .filter(Files::isReadable)
                .findFirst();
    }

    private static Emulator start(Path jar) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path data = Files.createTempDirectory("pubsub-emulator");
        File log = data.resolve("log.txt").toFile();
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "-jar",
                                jar.toString(),
                                "--host=127.0.0.1",
                                "--port=" + port,
                                "--data-dir=" + data)
                        .redirectErrorStream(true)
                        .redirectOutput(log)
                        .start();
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    process.destroyForcibly();
                                    try {
                                        process.waitFor(10, TimeUnit.SECONDS);
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                    log.delete();
                                    data.toFile().delete();
                                }));
        Await.until(
                "the emulator listens",
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError(
                                "The emulator did not start: " + Files.readString(log.toPath()));
                    }
                    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                        return socket.isConnected();
                    } catch (IOException e) {
                        return false;
                    }
                });
        return new Emulator(port);
    }
}
