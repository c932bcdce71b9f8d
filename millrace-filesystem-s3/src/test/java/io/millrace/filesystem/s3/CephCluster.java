// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.tests.components.Components;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real Ceph with its S3 gateway, started by {@code .ci/components/ceph.sh} for this JVM and
 * removed with it. One for all tests; each uses a bucket of its own.
 */
final class CephCluster {

    private static CephCluster memory;
    private static CephCluster disk;

    private final Path directory;
    private final int port;

    private CephCluster(String store) throws IOException, InterruptedException {
        Components.require(
                "ceph", "ceph", "ceph-mon", "ceph-mgr", "ceph-osd", "radosgw", "radosgw-admin");
        directory = Files.createTempDirectory("millrace-ceph");
        port = freePorts();
        Runtime.getRuntime().addShutdownHook(new Thread(this::remove));
        script("start", directory.toString(), String.valueOf(port), store);
    }

    /** The fast one, which forgets when its daemons end. */
    static synchronized CephCluster inMemory() throws IOException, InterruptedException {
        if (memory == null) {
            memory = running();
        }
        if (memory == null) {
            memory = new CephCluster("memstore");
        }
        return memory;
    }

    /** The one that keeps what it has. */
    static synchronized CephCluster onDisk() throws IOException, InterruptedException {
        if (disk == null) {
            disk = new CephCluster("bluestore");
        }
        return disk;
    }

    /** One that runs already, for people at work; its gateway is never stopped. */
    private CephCluster(int gateway) {
        directory = null;
        port = gateway - 10;
    }

    private static CephCluster running() {
        Integer gateway = Integer.getInteger("millrace.ceph.gateway");
        return gateway == null ? null : new CephCluster(gateway);
    }

    /** Eleven in a row, of which three are used. */
    private static int freePorts() throws IOException {
        while (true) {
            try (ServerSocket first = new ServerSocket(0);
                    ServerSocket second = new ServerSocket(first.getLocalPort() + 1);
                    ServerSocket gateway = new ServerSocket(first.getLocalPort() + 10)) {
                if (gateway.isBound() && second.isBound()) {
                    return first.getLocalPort();
                }
            } catch (IOException | IllegalArgumentException e) {
                continue; // one of them is taken
            }
        }
    }

    private static void script(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", Components.script("ceph.sh").toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("millrace-ceph", ".log");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!process.waitFor(300, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(
                    String.join(" ", command)
                            + " failed: "
                            + Files.readString(output, StandardCharsets.UTF_8));
        }
        Files.delete(output);
    }

    String endpoint() {
        return "http://127.0.0.1:" + (port + 10);
    }

    void stopGateway() throws IOException, InterruptedException {
        script("stop", directory.toString(), "rgw");
    }

    void startGateway() throws IOException, InterruptedException {
        script("start-one", directory.toString(), "rgw");
    }

    private void remove() {
        try {
            script("remove", directory.toString());
        } catch (IOException | InterruptedException e) {
            System.err.println("The cluster in " + directory + " was not removed: " + e);
        }
    }

    /** Settings that lead to an endpoint. */
    static Configuration settings(String endpoint) {
        Configuration configuration = new Configuration();
        configuration.setString("s3.endpoint", endpoint);
        configuration.setString("s3.path.style.access", "true");
        configuration.setString("s3.access-key", "testkey");
        configuration.setString("s3.secret-key", "testsecret");
        configuration.setString("s3.region", "default");
        return configuration;
    }

    static byte[] allOf(InputStream in) throws IOException {
        try (in) {
            return in.readAllBytes();
        }
    }
}
