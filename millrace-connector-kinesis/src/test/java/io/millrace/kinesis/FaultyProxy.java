// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before the emulator and answers some calls itself, with what Kinesis says and the emulator
 * never does.
 */
final class FaultyProxy implements AutoCloseable {

    /** An answer, or null if the emulator shall give it. */
    interface Fault {
        Answer answer(String operation, byte[] request, Emulator emulator) throws IOException;
    }

    /** What the emulator says to a request. */
    interface Emulator {
        Answer ask(byte[] request) throws IOException;
    }

    /**
     * An answer.
     *
     * @param error the exception's name, or null
     */
    record Answer(int status, String error, byte[] body, Map<String, List<String>> headers) {}

    /** CBOR for a map without entries. */
    private static final byte[] NOTHING = {(byte) 0xa0};

    private static final Set<String> OF_THE_CONNECTION =
            Set.of("host", "content-length", "connection", "transfer-encoding", "expect");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final URI target;
    private volatile Fault fault = (operation, request, emulator) -> null;
    private final Map<String, AtomicInteger> injected = new ConcurrentHashMap<>();

    FaultyProxy(int port) throws IOException {
        target = URI.create("http://127.0.0.1:" + port + "/");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    void fault(Fault newFault) {
        fault = newFault;
    }

    /** How often an operation was answered here. */
    int injected(String operation) {
        return injected.computeIfAbsent(operation, key -> new AtomicInteger()).get();
    }

    static Answer error(String name) {
        return new Answer(400, name, NOTHING, Map.of());
    }

    /** In the same language as the request. */
    static Answer said(byte[] body) {
        return new Answer(200, null, body, Map.of());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] request = exchange.getRequestBody().readAllBytes();
            String of = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            String operation = of.substring(of.indexOf('.') + 1);
            Answer answer =
                    fault.answer(
                            operation, request, other -> ask(exchange.getRequestHeaders(), other));
            if (answer == null) {
                answer = ask(exchange.getRequestHeaders(), request);
            } else {
                injected.computeIfAbsent(operation, key -> new AtomicInteger()).incrementAndGet();
            }
            answer.headers()
                    .forEach(
                            (name, values) -> {
                                if (name != null
                                        && !OF_THE_CONNECTION.contains(
                                                name.toLowerCase(java.util.Locale.ROOT))) {
                                    exchange.getResponseHeaders().put(name, values);
                                }
                            });
            if (answer.error() != null) {
                exchange.getResponseHeaders().set("x-amzn-ErrorType", answer.error());
            }
            if (answer.headers().isEmpty()) {
                exchange.getResponseHeaders()
                        .set("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"));
            }
            exchange.sendResponseHeaders(
                    answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        }
    }

    private Answer ask(Headers headers, byte[] request) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) target.toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        headers.forEach(
                (name, values) -> {
                    if (!OF_THE_CONNECTION.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                        connection.setRequestProperty(name, values.get(0));
                    }
                });
        connection.setFixedLengthStreamingMode(request.length);
        connection.getOutputStream().write(request);
        int status = connection.getResponseCode();
        try (var in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            return new Answer(
                    status,
                    null,
                    in == null ? new byte[0] : in.readAllBytes(),
                    connection.getHeaderFields());
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
