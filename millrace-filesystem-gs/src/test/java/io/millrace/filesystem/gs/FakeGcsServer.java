// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.gson.JsonObject;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.configuration.Configuration;
import io.millrace.filesystem.gs.FakeGcsAnswer.Refused;
import io.millrace.tests.components.FaultyStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A stand-in for Google Cloud Storage, in this JVM: the part of its JSON protocol that the client
 * uses, from memory, each request in one step under one lock, with what goes wrong with a store on
 * demand. It asks for no credentials. It is our own reading of Google's documentation: nothing that
 * is tested on it has been tested on the real store.
 */
final class FakeGcsServer implements FaultyStore {

    private static final Pattern OBJECT =
            Pattern.compile(
                    "(?:/download|/upload)?/storage/v1/b(?:/([^/]+)(?:/o(?:/([^/]+)(/.*)?)?)?)?");

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private final FakeGcsObjects objects = new FakeGcsObjects();
    private final FakeGcsUploads uploads;
    private final int port;
    private HttpServer server;
    private ExecutorService threads;

    private volatile long everyFails;
    private volatile long slowMillis;
    private volatile Predicate<String> loses = request -> false;
    private volatile Predicate<String> refuses = request -> false;
    private volatile Predicate<String> conflicts = request -> false;
    private volatile int cutAfter = -1;
    private volatile String token;

    static {
        // Else each answer waits for an acknowledgement, for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    FakeGcsServer() throws IOException {
        start(0);
        port = server.getAddress().getPort();
        uploads = new FakeGcsUploads(objects, endpoint());
    }

    private void start(int onPort) throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", onPort), 0);
        threads = Executors.newCachedThreadPool();
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** By which this store is reached. */
    Configuration settings() {
        return settings(endpoint());
    }

    static Configuration settings(String endpoint) {
        Configuration configuration = new Configuration();
        configuration.setString("gs.storage.root.url", endpoint);
        configuration.setString("gs.auth.null.enable", "true");
        configuration.setString("gs.writer.chunk.size", "1m");
        return configuration;
    }

    // ---- what goes wrong

    /** Every k-th request is answered with 503, and nothing is done; 0 for none. */
    @Override
    public void failEvery(long k) {
        everyFails = k;
    }

    /** The requests that were answered so. */
    @Override
    public List<String> failed() {
        return failed;
    }

    /** Each request takes so long. */
    @Override
    public void slow(long millis) {
        slowMillis = millis;
    }

    /**
     * Requests as {@link #requests} tells them that are done, and of which no answer comes back.
     */
    void loseAnswers(Predicate<String> those) {
        loses = those;
    }

    /** Requests that are answered with 403. */
    void refuse(Predicate<String> those) {
        refuses = those;
    }

    /** Requests that are answered with 409, as if the same object were being changed. */
    void conflict(Predicate<String> those) {
        conflicts = those;
    }

    /** As a store that doesn't know of preconditions. */
    void ignoreConditions() {
        objects.ignoreConditions();
    }

    /** Requests need this token, which is given to whoever asks {@code /token} for one. */
    void requireToken(String that) {
        token = that;
    }

    /** The next content that is read ends after so many bytes; -1 for none. */
    void cutNextBodyAfter(int bytes) {
        cutAfter = bytes;
    }

    void pagesOf(int size) {
        objects.pagesOf(size);
    }

    /** Nobody listens any more; what is stored stays. */
    @Override
    public synchronized void goAway() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Override
    public synchronized void comeBack() throws IOException {
        start(port);
    }

    /** What has been asked so far: {@code POST upload bucket/key}, {@code GET media bucket/key}. */
    @Override
    public List<String> requests() {
        return requests;
    }

    List<String> keys() {
        return objects.keys();
    }

    void makeBucket(String name) {
        objects.makeBucket(name);
    }

    /** As another program does. */
    void put(String bucket, String key, byte[] content) {
        JsonObject told = new JsonObject();
        told.addProperty("name", key);
        synchronized (objects) {
            objects.put(bucket, told, Map.of(), content, false);
        }
    }

    // ---- serving

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            String path = exchange.getRequestURI().getRawPath();
            Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
            byte[] body = body(exchange);
            if (path.equals("/token")) {
                JsonObject given = new JsonObject();
                given.addProperty("access_token", token);
                given.addProperty("expires_in", 3600);
                given.addProperty("token_type", "Bearer");
                send(exchange, FakeGcsAnswer.json(200, given), -1);
                return;
            }
            if (token != null
                    && !("Bearer " + token)
                            .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, FakeGcsAnswer.error(401, "authError", "Invalid Credentials"), -1);
                return;
            }
            String told = told(method, path, query, body);
            requests.add(told);
            if (slowMillis > 0) {
                TimeUnit.MILLISECONDS.sleep(slowMillis);
            }
            long number = numbers.incrementAndGet();
            if (everyFails > 0 && number % everyFails == 0) {
                failed.add(told);
                send(exchange, FakeGcsAnswer.error(503, "backendError", "told by a fake"), -1);
                return;
            }
            if (refuses.test(told)) {
                send(exchange, FakeGcsAnswer.error(403, "forbidden", "told by a fake"), -1);
                return;
            }
            if (conflicts.test(told)) {
                send(exchange, FakeGcsAnswer.error(409, "conflict", "told by a fake"), -1);
                return;
            }
            FakeGcsAnswer answer = answer(method, path, query, exchange.getRequestHeaders(), body);
            if (loses.test(told)) {
                return; // closing without an answer
            }
            int cut = -1;
            if (told.startsWith("GET media") && cutAfter >= 0 && answer.body().length > cutAfter) {
                cut = cutAfter;
                cutAfter = -1;
            }
            send(exchange, answer, cut);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the store goes away
        }
    }

    private static void send(HttpExchange exchange, FakeGcsAnswer answer, int cut)
            throws IOException {
        answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean head = answer.body().length == 0;
        exchange.sendResponseHeaders(answer.status(), head ? -1 : answer.body().length);
        if (!head) {
            exchange.getResponseBody()
                    .write(answer.body(), 0, cut < 0 ? answer.body().length : cut);
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        if (!"gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            return sent;
        }
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(sent))) {
            return in.readAllBytes();
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new LinkedHashMap<>();
        if (raw != null && !raw.isEmpty()) {
            for (String each : raw.split("&", -1)) {
                int is = each.indexOf('=');
                query.put(
                        decoded(is < 0 ? each : each.substring(0, is)),
                        is < 0 ? "" : decoded(each.substring(is + 1)));
            }
        }
        return query;
    }

    private String told(String method, String path, Map<String, String> query, byte[] body) {
        if (path.startsWith("/batch/")) {
            return method + " batch";
        }
        Matcher names = OBJECT.matcher(path);
        if (!names.matches()) {
            return method + " " + path;
        }
        String what = "";
        String key = names.group(2) == null ? "" : decoded(names.group(2));
        if (path.startsWith("/upload/")) {
            String type = query.getOrDefault("uploadType", "");
            what = type.equals("multipart") ? "upload " : "session ";
            synchronized (objects) {
                key = uploads.name(query, body);
            }
        } else if ("media".equals(query.get("alt"))) {
            what = "media ";
        } else if (names.group(3) != null) {
            what = names.group(3).substring(1).split("/", 2)[0] + " ";
        } else if (names.group(2) == null) {
            what = "list ";
        }
        return method + " " + what + names.group(1) + "/" + key;
    }

    /** All of it in one step. */
    private FakeGcsAnswer answer(
            String method, String path, Map<String, String> query, Headers headers, byte[] body) {
        synchronized (objects) {
            try {
                return path.startsWith("/batch/")
                        ? batch(body)
                        : carryOut(method, path, query, headers, body);
            } catch (Refused e) {
                return e.answer();
            }
        }
    }

    private FakeGcsAnswer carryOut(
            String method, String path, Map<String, String> query, Headers headers, byte[] body) {
        Matcher names = OBJECT.matcher(path);
        if (!names.matches()) {
            throw new Refused(404, "notFound", "no such address: " + path);
        }
        String bucket = names.group(1) == null ? null : decoded(names.group(1));
        if (bucket == null) {
            if (!method.equals("POST")) {
                throw new Refused(405, "methodNotAllowed", method);
            }
            String name = FakeGcsUploads.object(body).get("name").getAsString();
            makeBucket(name);
            return FakeGcsAnswer.json(200, FakeGcsObjects.bucketJson(name));
        }
        if (!objects.hasBucket(bucket)) {
            throw new Refused(404, "notFound", "The specified bucket does not exist.");
        }
        if (path.startsWith("/upload/")) {
            return uploads.upload(method, bucket, query, headers, body);
        }
        if (names.group(2) == null) {
            return path.endsWith("/o")
                    ? objects.list(bucket, query)
                    : FakeGcsAnswer.json(200, FakeGcsObjects.bucketJson(bucket));
        }
        String key = decoded(names.group(2));
        String action = names.group(3) == null ? "" : names.group(3);
        if (action.equals("/compose")) {
            return objects.compose(bucket, key, query, FakeGcsUploads.object(body));
        }
        if (action.startsWith("/rewriteTo/b/")) {
            String[] to = action.substring("/rewriteTo/b/".length()).split("/o/", 2);
            return objects.rewrite(
                    bucket,
                    key,
                    decoded(to[0]),
                    decoded(to[1]),
                    query,
                    FakeGcsUploads.object(body));
        }
        return switch (method) {
            case "GET" ->
                    "media".equals(query.get("alt"))
                            ? objects.media(bucket, key, query, headers)
                            : objects.get(bucket, key, query);
            case "DELETE" -> objects.delete(bucket, key, query);
            default -> throw new Refused(405, "methodNotAllowed", method);
        };
    }

    // ---- many requests in one

    private FakeGcsAnswer batch(byte[] body) {
        String boundary = "batch_" + numbers.get();
        StringBuilder answers = new StringBuilder();
        Matcher request =
                Pattern.compile(
                                "content-id: <?([^>\\r\\n]+)>?.*?(DELETE|GET) (\\S+) HTTP/1.1",
                                Pattern.DOTALL | Pattern.CASE_INSENSITIVE)
                        .matcher(FakeGcsUploads.text(body));
        while (request.find()) {
            String address = request.group(3).replaceFirst("^https?://[^/]+", "");
            int question = address.indexOf('?');
            FakeGcsAnswer answer =
                    answer(
                            request.group(2),
                            question < 0 ? address : address.substring(0, question),
                            query(question < 0 ? null : address.substring(question + 1)),
                            new Headers(),
                            new byte[0]);
            answers.append("--")
                    .append(boundary)
                    .append("\r\nContent-Type: application/http\r\nContent-ID: <response-")
                    .append(request.group(1))
                    .append(">\r\n\r\nHTTP/1.1 ")
                    .append(answer.status())
                    .append(answer.status() < 300 ? " OK" : " Refused")
                    .append("\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ")
                    .append(answer.body().length)
                    .append("\r\n\r\n")
                    .append(FakeGcsUploads.text(answer.body()))
                    .append("\r\n");
        }
        answers.append("--").append(boundary).append("--\r\n");
        return new FakeGcsAnswer(
                200,
                answers.toString().getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Type", "multipart/mixed; boundary=" + boundary));
    }

    @Override
    public synchronized void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
