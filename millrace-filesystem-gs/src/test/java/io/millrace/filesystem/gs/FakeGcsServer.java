// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.configuration.Configuration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;

/**
 * A stand-in for Google Cloud Storage, in this JVM: the part of its JSON protocol that the client
 * uses, from memory, each request in one step under one lock, with what goes wrong with a store on
 * demand. It asks for no credentials. It is our own reading of Google's documentation: nothing that
 * is tested on it has been tested on the real store.
 */
final class FakeGcsServer implements AutoCloseable {

    private record Stored(
            byte[] content,
            long generation,
            Instant updated,
            String contentType,
            Map<String, String> metadata,
            boolean composed) {}

    /** An upload in several requests. */
    private static final class Session {
        final String bucket;
        final JsonObject object;
        final Map<String, String> query;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Answer done;

        Session(String bucket, JsonObject object, Map<String, String> query) {
            this.bucket = bucket;
            this.object = object;
            this.query = query;
        }
    }

    private record Answer(int status, byte[] body, Map<String, String> headers) {

        static Answer json(int status, JsonObject json) {
            return new Answer(
                    status,
                    json.toString().getBytes(StandardCharsets.UTF_8),
                    Map.of("Content-Type", "application/json; charset=UTF-8"));
        }

        static Answer empty(int status) {
            return new Answer(status, new byte[0], Map.of());
        }

        static Answer error(int status, String reason, String message) {
            JsonObject one = new JsonObject();
            one.addProperty("domain", "global");
            one.addProperty("reason", reason);
            one.addProperty("message", message);
            JsonArray all = new JsonArray();
            all.add(one);
            JsonObject error = new JsonObject();
            error.addProperty("code", status);
            error.addProperty("message", message);
            error.add("errors", all);
            JsonObject json = new JsonObject();
            json.add("error", error);
            return json(status, json);
        }
    }

    /** A refusal, from anywhere within a request. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Answer answer;

        Refused(int status, String reason, String message) {
            super(message, null, false, false);
            this.answer = Answer.error(status, reason, message);
        }
    }

    private static final int CHUNK_UNIT = 256 * 1024;

    private static final Pattern OBJECT =
            Pattern.compile(
                    "(?:/download|/upload)?/storage/v1/b(?:/([^/]+)(?:/o(?:/([^/]+)(/.*)?)?)?)?");

    private final Map<String, NavigableMap<String, Stored>> buckets = new TreeMap<>();
    private final Map<String, Session> sessions = new TreeMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final int port;
    private HttpServer server;
    private ExecutorService threads;
    private long generations = 1_700_000_000_000_000L;

    private volatile int pageSize = 1000;
    private volatile long everyFails;
    private volatile long slowMillis;
    private volatile Predicate<String> loses = request -> false;
    private volatile Predicate<String> refuses = request -> false;
    private volatile Predicate<String> conflicts = request -> false;
    private volatile boolean ignoresConditions;
    private volatile int cutAfter = -1;
    private volatile String token;

    static {
        // Else each answer waits for an acknowledgement, for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    FakeGcsServer() throws IOException {
        start(0);
        port = server.getAddress().getPort();
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
    void failEvery(long k) {
        everyFails = k;
    }

    /** How many requests were answered so. */
    long failed() {
        return failed.get();
    }

    /** Each request takes so long. */
    void slow(long millis) {
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
        ignoresConditions = true;
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
        pageSize = size;
    }

    /** Nobody listens any more; what is stored stays. */
    synchronized void goAway() {
        server.stop(0);
        threads.shutdownNow();
    }

    synchronized void comeBack() throws IOException {
        start(port);
    }

    /** What has been asked so far: {@code POST upload bucket/key}, {@code GET media bucket/key}. */
    List<String> requests() {
        return requests;
    }

    synchronized List<String> keys() {
        return buckets.values().stream().flatMap(bucket -> bucket.keySet().stream()).toList();
    }

    synchronized void makeBucket(String name) {
        buckets.putIfAbsent(name, new TreeMap<>());
    }

    /** As another program does. */
    synchronized void put(String bucket, String key, byte[] content) {
        JsonObject told = new JsonObject();
        told.addProperty("name", key);
        put(bucket, told, Map.of(), content, false);
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
                send(exchange, Answer.json(200, given), -1);
                return;
            }
            if (token != null
                    && !("Bearer " + token)
                            .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, Answer.error(401, "authError", "Invalid Credentials"), -1);
                return;
            }
            String told = told(method, path, query, body);
            requests.add(told);
            if (slowMillis > 0) {
                TimeUnit.MILLISECONDS.sleep(slowMillis);
            }
            long number = numbers.incrementAndGet();
            if (everyFails > 0 && number % everyFails == 0) {
                failed.incrementAndGet();
                send(exchange, Answer.error(503, "backendError", "told by a fake"), -1);
                return;
            }
            if (refuses.test(told)) {
                send(exchange, Answer.error(403, "forbidden", "told by a fake"), -1);
                return;
            }
            if (conflicts.test(told)) {
                send(exchange, Answer.error(409, "conflict", "told by a fake"), -1);
                return;
            }
            Answer answer = answer(method, path, query, exchange.getRequestHeaders(), body);
            if (loses.test(told)) {
                return; // closing without an answer
            }
            int cut = -1;
            if (told.startsWith("GET media") && cutAfter >= 0 && answer.body.length > cutAfter) {
                cut = cutAfter;
                cutAfter = -1;
            }
            send(exchange, answer, cut);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the store goes away
        }
    }

    private static void send(HttpExchange exchange, Answer answer, int cut) throws IOException {
        answer.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean head = answer.body.length == 0;
        exchange.sendResponseHeaders(answer.status, head ? -1 : answer.body.length);
        if (!head) {
            exchange.getResponseBody().write(answer.body, 0, cut < 0 ? answer.body.length : cut);
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
            Session session = session(query.get("upload_id"));
            if (session != null) {
                key = session.object.get("name").getAsString();
            } else {
                key = name(query, type.equals("multipart") ? parts(body).get(0) : body);
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

    private synchronized Session session(String id) {
        return id == null ? null : sessions.get(id);
    }

    private static String name(Map<String, String> query, byte[] json) {
        if (query.containsKey("name")) {
            return query.get("name");
        }
        return object(json).get("name").getAsString();
    }

    private static JsonObject object(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        return text.isBlank() ? new JsonObject() : JsonParser.parseString(text).getAsJsonObject();
    }

    /** All of it in one step. */
    private synchronized Answer answer(
            String method, String path, Map<String, String> query, Headers headers, byte[] body) {
        try {
            if (path.startsWith("/batch/")) {
                return batch(body);
            }
            Matcher names = OBJECT.matcher(path);
            if (!names.matches()) {
                throw new Refused(404, "notFound", "no such address: " + path);
            }
            String bucket = names.group(1) == null ? null : decoded(names.group(1));
            if (bucket == null) {
                if (!method.equals("POST")) {
                    throw new Refused(405, "methodNotAllowed", method);
                }
                String name = object(body).get("name").getAsString();
                makeBucket(name);
                return Answer.json(200, bucketJson(name));
            }
            if (!buckets.containsKey(bucket)) {
                throw new Refused(404, "notFound", "The specified bucket does not exist.");
            }
            if (path.startsWith("/upload/")) {
                return upload(method, bucket, query, headers, body);
            }
            if (names.group(2) == null) {
                return path.endsWith("/o")
                        ? list(bucket, query)
                        : Answer.json(200, bucketJson(bucket));
            }
            String key = decoded(names.group(2));
            String action = names.group(3) == null ? "" : names.group(3);
            if (action.equals("/compose")) {
                return compose(bucket, key, query, object(body));
            }
            if (action.startsWith("/rewriteTo/b/")) {
                String[] to = action.substring("/rewriteTo/b/".length()).split("/o/", 2);
                return rewrite(bucket, key, decoded(to[0]), decoded(to[1]), query, body);
            }
            return switch (method) {
                case "GET" ->
                        "media".equals(query.get("alt"))
                                ? media(bucket, key, query, headers)
                                : Answer.json(200, json(bucket, key, found(bucket, key, query)));
                case "DELETE" -> {
                    found(bucket, key, query);
                    buckets.get(bucket).remove(key);
                    yield Answer.empty(204);
                }
                default -> throw new Refused(405, "methodNotAllowed", method);
            };
        } catch (Refused e) {
            return e.answer;
        }
    }

    // ---- objects

    private static JsonObject bucketJson(String name) {
        JsonObject json = new JsonObject();
        json.addProperty("kind", "storage#bucket");
        json.addProperty("id", name);
        json.addProperty("name", name);
        return json;
    }

    private static JsonObject json(String bucket, String key, Stored stored) {
        JsonObject json = new JsonObject();
        json.addProperty("kind", "storage#object");
        json.addProperty("id", bucket + "/" + key + "/" + stored.generation);
        json.addProperty("name", key);
        json.addProperty("bucket", bucket);
        json.addProperty("generation", String.valueOf(stored.generation));
        json.addProperty("metageneration", "1");
        json.addProperty("contentType", stored.contentType);
        json.addProperty("size", String.valueOf(stored.content.length));
        json.addProperty("crc32c", crc32c(stored.content));
        if (!stored.composed) {
            json.addProperty("md5Hash", md5(stored.content));
        }
        json.addProperty("timeCreated", stored.updated.toString());
        json.addProperty("updated", stored.updated.toString());
        json.addProperty("etag", "e" + stored.generation);
        if (!stored.metadata.isEmpty()) {
            JsonObject metadata = new JsonObject();
            stored.metadata.forEach(metadata::addProperty);
            json.add("metadata", metadata);
        }
        return json;
    }

    private Stored found(String bucket, String key, Map<String, String> query) {
        Stored stored = buckets.get(bucket).get(key);
        String generation = query.get("generation");
        if (stored == null
                || generation != null && Long.parseLong(generation) != stored.generation) {
            throw new Refused(404, "notFound", "No such object: " + bucket + "/" + key);
        }
        check(stored, query, "if");
        return stored;
    }

    /**
     * @param prefix {@code if}, or {@code ifSource} for what is read to make another
     */
    private void check(Stored stored, Map<String, String> query, String prefix) {
        if (ignoresConditions) {
            return;
        }
        String generation = query.get(prefix + "GenerationMatch");
        String metageneration = query.get(prefix + "MetagenerationMatch");
        long is = stored == null ? 0 : stored.generation;
        if (generation != null && Long.parseLong(generation) != is
                || metageneration != null && (stored == null || !metageneration.equals("1"))) {
            throw new Refused(
                    412,
                    "conditionNotMet",
                    "At least one of the pre-conditions you specified did not hold.");
        }
    }

    private Answer put(
            String bucket,
            JsonObject told,
            Map<String, String> query,
            byte[] content,
            boolean composed) {
        String key = told.get("name").getAsString();
        NavigableMap<String, Stored> objects = buckets.get(bucket);
        check(objects.get(key), query, "if");
        if (told.has("crc32c") && !told.get("crc32c").getAsString().equals(crc32c(content))) {
            throw new Refused(400, "invalid", "Provided CRC32C does not match.");
        }
        if (told.has("md5Hash") && !told.get("md5Hash").getAsString().equals(md5(content))) {
            throw new Refused(400, "invalid", "Provided MD5 hash does not match.");
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        if (told.has("metadata")) {
            for (Map.Entry<String, JsonElement> each :
                    told.getAsJsonObject("metadata").entrySet()) {
                metadata.put(each.getKey(), each.getValue().getAsString());
            }
        }
        Stored stored =
                new Stored(
                        content,
                        ++generations,
                        Instant.now(),
                        told.has("contentType")
                                ? told.get("contentType").getAsString()
                                : "application/octet-stream",
                        metadata,
                        composed);
        objects.put(key, stored);
        return Answer.json(200, json(bucket, key, stored));
    }

    private Answer media(String bucket, String key, Map<String, String> query, Headers headers) {
        Stored stored = found(bucket, key, query);
        Map<String, String> told = new LinkedHashMap<>();
        told.put("Content-Type", stored.contentType);
        told.put("x-goog-generation", String.valueOf(stored.generation));
        told.put("x-goog-metageneration", "1");
        told.put("x-goog-stored-content-length", String.valueOf(stored.content.length));
        told.put("x-goog-stored-content-encoding", "identity");
        told.put("x-goog-storage-class", "STANDARD");
        told.put("x-goog-hash", "crc32c=" + crc32c(stored.content));
        told.put("ETag", "e" + stored.generation);
        String range = headers.getFirst("Range");
        if (range == null) {
            return new Answer(200, stored.content, told);
        }
        Matcher bounds = Pattern.compile("bytes=(\\d+)-(\\d*)").matcher(range);
        if (!bounds.matches()) {
            throw new Refused(400, "invalid", "a range that a fake does not know: " + range);
        }
        long from = Long.parseLong(bounds.group(1));
        if (from >= stored.content.length) {
            throw new Refused(416, "requestedRangeNotSatisfiable", "Range Not Satisfiable");
        }
        long to =
                bounds.group(2).isEmpty()
                        ? stored.content.length - 1
                        : Math.min(stored.content.length - 1, Long.parseLong(bounds.group(2)));
        told.put("Content-Range", "bytes " + from + "-" + to + "/" + stored.content.length);
        return new Answer(206, Arrays.copyOfRange(stored.content, (int) from, (int) to + 1), told);
    }

    private Answer compose(String bucket, String key, Map<String, String> query, JsonObject asked) {
        JsonArray sources = asked.getAsJsonArray("sourceObjects");
        if (sources == null || sources.isEmpty() || sources.size() > 32) {
            throw new Refused(
                    400, "invalid", "The number of source components must be between 1 and 32.");
        }
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (JsonElement each : sources) {
            String name = each.getAsJsonObject().get("name").getAsString();
            Stored source = buckets.get(bucket).get(name);
            if (source == null) {
                throw new Refused(404, "notFound", "Object " + name + " not found.");
            }
            content.writeBytes(source.content);
        }
        JsonObject told =
                asked.has("destination") ? asked.getAsJsonObject("destination") : new JsonObject();
        told.addProperty("name", key);
        return put(bucket, told, query, content.toByteArray(), true);
    }

    private Answer rewrite(
            String bucket,
            String key,
            String toBucket,
            String toKey,
            Map<String, String> query,
            byte[] body) {
        if (!buckets.containsKey(toBucket)) {
            throw new Refused(404, "notFound", "The specified bucket does not exist.");
        }
        Map<String, String> ofSource = new LinkedHashMap<>();
        if (query.containsKey("sourceGeneration")) {
            ofSource.put("generation", query.get("sourceGeneration"));
        }
        Stored source = found(bucket, key, ofSource);
        check(source, query, "ifSource");
        JsonObject told = object(body);
        if (!told.has("metadata") && !told.has("contentType")) {
            told = json(bucket, key, source);
            told.remove("md5Hash");
        }
        told.addProperty("name", toKey);
        put(toBucket, told, query, source.content, source.composed);
        JsonObject json = new JsonObject();
        json.addProperty("kind", "storage#rewriteResponse");
        json.addProperty("totalBytesRewritten", String.valueOf(source.content.length));
        json.addProperty("objectSize", String.valueOf(source.content.length));
        json.addProperty("done", true);
        json.add("resource", json(toBucket, toKey, buckets.get(toBucket).get(toKey)));
        return Answer.json(200, json);
    }

    private Answer list(String bucket, Map<String, String> query) {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        int max = Math.min(pageSize, Integer.parseInt(query.getOrDefault("maxResults", "1000")));
        String after =
                query.containsKey("pageToken")
                        ? new String(
                                Base64.getUrlDecoder().decode(query.get("pageToken")),
                                StandardCharsets.UTF_8)
                        : "";
        JsonArray items = new JsonArray();
        JsonArray prefixes = new JsonArray();
        String lastPrefix = null;
        String lastTold = null;
        boolean more = false;
        for (Map.Entry<String, Stored> each :
                buckets.get(bucket).tailMap(prefix, true).entrySet()) {
            String key = each.getKey();
            if (!key.startsWith(prefix)) {
                break;
            }
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            String told = end < 0 ? key : key.substring(0, end + 1);
            if (told.equals(lastPrefix) || !after.isEmpty() && told.compareTo(after) <= 0) {
                continue;
            }
            if (items.size() + prefixes.size() == max) {
                more = true;
                break;
            }
            lastTold = told;
            if (end >= 0) {
                lastPrefix = told;
                prefixes.add(told);
            } else {
                items.add(json(bucket, key, each.getValue()));
            }
        }
        JsonObject json = new JsonObject();
        json.addProperty("kind", "storage#objects");
        if (!items.isEmpty()) {
            json.add("items", items);
        }
        if (!prefixes.isEmpty()) {
            json.add("prefixes", prefixes);
        }
        if (more) {
            json.addProperty(
                    "nextPageToken",
                    Base64.getUrlEncoder()
                            .encodeToString(lastTold.getBytes(StandardCharsets.UTF_8)));
        }
        return Answer.json(200, json);
    }

    // ---- uploads

    private Answer upload(
            String method, String bucket, Map<String, String> query, Headers headers, byte[] body) {
        if (query.containsKey("upload_id")) {
            return chunk(query.get("upload_id"), headers, body);
        }
        if (!method.equals("POST")) {
            throw new Refused(405, "methodNotAllowed", method);
        }
        return switch (query.getOrDefault("uploadType", "")) {
            case "multipart" -> {
                List<byte[]> parts = parts(body);
                yield put(bucket, named(query, object(parts.get(0))), query, parts.get(1), false);
            }
            case "resumable" -> {
                JsonObject told = named(query, object(body));
                check(buckets.get(bucket).get(told.get("name").getAsString()), query, "if");
                String id = "u" + numbers.incrementAndGet();
                sessions.put(id, new Session(bucket, told, query));
                yield new Answer(
                        200,
                        new byte[0],
                        Map.of(
                                "Location",
                                endpoint()
                                        + "/upload/storage/v1/b/"
                                        + bucket
                                        + "/o?uploadType=resumable&upload_id="
                                        + id));
            }
            default -> throw new Refused(400, "invalid", "an upload that a fake does not know");
        };
    }

    private static JsonObject named(Map<String, String> query, JsonObject told) {
        if (query.containsKey("name")) {
            told.addProperty("name", query.get("name"));
        }
        return told;
    }

    /** {@code bytes 0-99/*}, {@code bytes 0-99/100}, or a question: {@code bytes *}{@code /*}. */
    private Answer chunk(String id, Headers headers, byte[] body) {
        Session session = sessions.get(id);
        if (session == null) {
            throw new Refused(404, "notFound", "no such upload");
        }
        if (session.done != null) {
            return session.done;
        }
        String range = headers.getFirst("Content-Range");
        Matcher bounds =
                Pattern.compile("bytes (?:(\\d+)-(\\d+)|\\*)/(\\d+|\\*)")
                        .matcher(range == null ? "" : range);
        if (!bounds.matches()) {
            throw new Refused(400, "invalid", "a range that a fake does not know: " + range);
        }
        long total = bounds.group(3).equals("*") ? -1 : Long.parseLong(bounds.group(3));
        if (bounds.group(1) != null) {
            long from = Long.parseLong(bounds.group(1));
            if (from > session.bytes.size()) {
                throw new Refused(503, "backendError", "a gap before " + from);
            }
            if (total < 0 && body.length % CHUNK_UNIT != 0) {
                throw new Refused(400, "invalid", "a chunk of no multiple of 256 KiB");
            }
            int known = (int) (session.bytes.size() - from);
            if (known < body.length) {
                session.bytes.write(body, known, body.length - known);
            }
        }
        if (total >= 0 && session.bytes.size() == total) {
            session.done =
                    put(
                            session.bucket,
                            session.object,
                            session.query,
                            session.bytes.toByteArray(),
                            false);
            return session.done;
        }
        return new Answer(
                308,
                new byte[0],
                session.bytes.size() == 0
                        ? Map.of()
                        : Map.of("Range", "bytes=0-" + (session.bytes.size() - 1)));
    }

    /** The contents of a multipart body. */
    private static List<byte[]> parts(byte[] body) {
        int end = indexOf(body, "\r\n".getBytes(StandardCharsets.UTF_8), 0);
        byte[] boundary = Arrays.copyOf(body, end);
        byte[] between = ("\r\n" + text(boundary)).getBytes(StandardCharsets.UTF_8);
        List<byte[]> parts = new java.util.ArrayList<>();
        int at = end + 2;
        while (true) {
            int content = indexOf(body, "\r\n\r\n".getBytes(StandardCharsets.UTF_8), at - 2) + 4;
            int next = indexOf(body, between, content - 2);
            if (content < 4 || next < 0) {
                return parts;
            }
            parts.add(Arrays.copyOfRange(body, content, Math.max(content, next)));
            at = next + between.length + 2;
        }
    }

    private static int indexOf(byte[] in, byte[] what, int from) {
        for (int i = Math.max(0, from); i <= in.length - what.length; i++) {
            if (in[i] == what[0] && Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
                return i;
            }
        }
        return -1;
    }

    // ---- many requests in one

    private Answer batch(byte[] body) {
        String boundary = "batch_" + numbers.get();
        StringBuilder answers = new StringBuilder();
        Matcher request =
                Pattern.compile(
                                "content-id: <?([^>\\r\\n]+)>?.*?(DELETE|GET) (\\S+) HTTP/1.1",
                                Pattern.DOTALL | Pattern.CASE_INSENSITIVE)
                        .matcher(text(body));
        while (request.find()) {
            String address = request.group(3).replaceFirst("^https?://[^/]+", "");
            int question = address.indexOf('?');
            Answer answer =
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
                    .append(answer.status)
                    .append(answer.status < 300 ? " OK" : " Refused")
                    .append("\r\nContent-Type: application/json; charset=UTF-8\r\nContent-Length: ")
                    .append(answer.body.length)
                    .append("\r\n\r\n")
                    .append(text(answer.body))
                    .append("\r\n");
        }
        answers.append("--").append(boundary).append("--\r\n");
        return new Answer(
                200,
                answers.toString().getBytes(StandardCharsets.UTF_8),
                Map.of("Content-Type", "multipart/mixed; boundary=" + boundary));
    }

    // ---- texts and sums

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static String crc32c(byte[] content) {
        CRC32C sum = new CRC32C();
        sum.update(content);
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    private static String md5(byte[] content) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("MD5").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    @Override
    public synchronized void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
