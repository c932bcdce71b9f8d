// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.tests.components.FaultyStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A stand-in for a store, in this JVM: the part of S3's protocol that the file system uses, from
 * memory, each request in one step, with what goes wrong with a store on demand. It believes every
 * signature. What is claimed of real stores is tested on Ceph's gateway.
 */
final class FakeS3Server implements FaultyStore {

    private record Stored(
            byte[] content, String etag, Instant modified, Map<String, String> meta) {}

    private static final class Pending {
        final String key;
        final Map<String, String> meta;
        final Instant begun = Instant.now();
        final NavigableMap<Integer, Stored> parts = new TreeMap<>();

        Pending(String key, Map<String, String> meta) {
            this.key = key;
            this.meta = meta;
        }
    }

    private record Answer(int status, byte[] body, Map<String, String> headers) {
        static Answer of(int status, String xml) {
            return new Answer(
                    status,
                    xml.getBytes(StandardCharsets.UTF_8),
                    xml.isEmpty() ? Map.of() : Map.of("Content-Type", "application/xml"));
        }

        static Answer error(int status, String code) {
            return of(
                    status,
                    "<?xml version=\"1.0\"?><Error><Code>"
                            + code
                            + "</Code><Message>told by a fake</Message></Error>");
        }
    }

    /** There may be any number, but only one can hold something. */
    private final Set<String> buckets = new HashSet<>();

    private final NavigableMap<String, Stored> objects = new TreeMap<>();
    private final NavigableMap<String, Pending> uploads = new TreeMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> failed = new CopyOnWriteArrayList<>();
    private final AtomicLong numbers = new AtomicLong();
    private final int port;
    private HttpServer server;
    private ExecutorService threads;
    private int pageSize = 1000;

    private volatile long everyFails;
    private volatile long slowMillis;
    private volatile Predicate<String> loses = request -> false;
    private volatile Predicate<String> refuses = request -> false;
    private volatile boolean ignoresConditions;
    private volatile int cutAfter = -1;

    static {
        // Else each answer waits for an acknowledgement, for 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    FakeS3Server() throws IOException {
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

    // ---- what goes wrong

    /** Every k-th request is answered with 500, and nothing is done; 0 for none. */
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

    /** Requests like {@code PUT bucket/key?x} that are done, and of which no answer comes back. */
    void loseAnswers(Predicate<String> those) {
        loses = those;
    }

    /** Requests that are answered with 403. */
    void refuse(Predicate<String> those) {
        refuses = those;
    }

    /** As stores that don't know If-None-Match. */
    void ignoreConditions() {
        ignoresConditions = true;
    }

    /** The next body that is read ends after so many bytes; -1 for none. */
    void cutNextBodyAfter(int bytes) {
        cutAfter = bytes;
    }

    void pagesOf(int size) {
        pageSize = size;
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

    /** What has been asked so far, without queries' values. */
    @Override
    public List<String> requests() {
        return requests;
    }

    synchronized List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    synchronized int uploadCount() {
        return uploads.size();
    }

    // ---- serving

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            URI uri = exchange.getRequestURI();
            String path =
                    URLDecoder.decode(uri.getRawPath().replace("+", "%2B"), StandardCharsets.UTF_8);
            Map<String, String> query = query(uri.getRawQuery());
            byte[] body = body(exchange);
            String told =
                    method
                            + " "
                            + path.substring(1)
                            + (query.isEmpty() ? "" : "?" + String.join("&", query.keySet()));
            requests.add(told);
            if (slowMillis > 0) {
                TimeUnit.MILLISECONDS.sleep(slowMillis);
            }
            long number = numbers.incrementAndGet();
            if (everyFails > 0 && number % everyFails == 0) {
                failed.add(told);
                send(exchange, Answer.error(500, "InternalError"), -1);
                return;
            }
            if (refuses.test(told)) {
                send(exchange, Answer.error(403, "AccessDenied"), -1);
                return;
            }
            Answer answer = answer(exchange, method, path.substring(1), query, body);
            if (loses.test(told)) {
                return; // closing without an answer
            }
            int cut = -1;
            if (method.equals("GET")
                    && answer.headers.containsKey("ETag")
                    && cutAfter >= 0
                    && answer.body.length > cutAfter) {
                cut = cutAfter;
                cutAfter = -1;
            }
            send(exchange, answer, cut);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> query(String raw) {
        Map<String, String> query = new TreeMap<>();
        if (raw != null && !raw.isEmpty()) {
            for (String each : raw.split("&", -1)) {
                int is = each.indexOf('=');
                query.put(
                        URLDecoder.decode(
                                is < 0 ? each : each.substring(0, is), StandardCharsets.UTF_8),
                        is < 0
                                ? ""
                                : URLDecoder.decode(
                                        each.substring(is + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] raw = exchange.getRequestBody().readAllBytes();
        String sha = String.valueOf(exchange.getRequestHeaders().getFirst("x-amz-content-sha256"));
        return sha.startsWith("STREAMING-") ? unframed(raw) : raw;
    }

    /** {@code size;chunk-signature=...} CR LF bytes CR LF, again and again, until the size is 0. */
    private static byte[] unframed(byte[] raw) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int at = 0;
        while (true) {
            int end = at;
            while (raw[end] != '\r') {
                end++;
            }
            String head = new String(raw, at, end - at, StandardCharsets.US_ASCII);
            int size = Integer.parseInt(head.replaceAll(";.*", ""), 16);
            if (size == 0) {
                return content.toByteArray();
            }
            content.write(raw, end + 2, size);
            at = end + 2 + size + 2;
        }
    }

    private static void send(HttpExchange exchange, Answer answer, int cut) throws IOException {
        answer.headers.forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head) {
            exchange.getResponseHeaders().set("Content-Length", String.valueOf(answer.body.length));
            exchange.sendResponseHeaders(answer.status, -1);
            return;
        }
        exchange.sendResponseHeaders(
                answer.status, answer.body.length == 0 ? -1 : answer.body.length);
        if (answer.body.length > 0) {
            exchange.getResponseBody().write(answer.body, 0, cut < 0 ? answer.body.length : cut);
            exchange.getResponseBody().flush();
        }
    }

    private synchronized Answer answer(
            HttpExchange exchange,
            String method,
            String path,
            Map<String, String> query,
            byte[] body) {
        int slash = path.indexOf('/');
        String key = slash < 0 ? "" : path.substring(slash + 1);
        String bucket = slash < 0 ? path : path.substring(0, slash);
        if (method.equals("PUT") && key.isEmpty()) {
            buckets.add(bucket);
            return Answer.of(200, "");
        }
        if (!buckets.contains(bucket)) {
            return Answer.error(404, "NoSuchBucket");
        }
        if (key.isEmpty()) {
            return switch (method) {
                case "GET" -> query.containsKey("uploads") ? listUploads(query) : list(query);
                case "POST" -> deleteMany(body);
                default -> Answer.of(200, "");
            };
        }
        return switch (method) {
            case "PUT" -> put(exchange, key, query, body);
            case "POST" ->
                    query.containsKey("uploads")
                            ? begin(exchange, key)
                            : complete(exchange, key, query, body);
            case "DELETE" -> delete(key, query);
            case "HEAD", "GET" ->
                    query.containsKey("uploadId") ? listParts(query) : get(exchange, key);
            default -> Answer.error(405, "MethodNotAllowed");
        };
    }

    private static Map<String, String> meta(HttpExchange exchange) {
        Map<String, String> meta = new LinkedHashMap<>();
        exchange.getRequestHeaders()
                .forEach(
                        (name, values) -> {
                            if (name.toLowerCase(Locale.ROOT).startsWith("x-amz-meta-")) {
                                meta.put(name.toLowerCase(Locale.ROOT), values.get(0));
                            }
                        });
        return meta;
    }

    private boolean isRefusedByCondition(HttpExchange exchange, String key) {
        return !ignoresConditions
                && "*".equals(exchange.getRequestHeaders().getFirst("If-None-Match"))
                && objects.containsKey(key);
    }

    private Answer put(HttpExchange exchange, String key, Map<String, String> query, byte[] sent) {
        byte[] content = sent;
        String source = exchange.getRequestHeaders().getFirst("x-amz-copy-source");
        Map<String, String> meta = meta(exchange);
        if (source != null) {
            String decoded = URLDecoder.decode(source.replace("+", "%2B"), StandardCharsets.UTF_8);
            decoded = decoded.startsWith("/") ? decoded.substring(1) : decoded;
            Stored copied = objects.get(decoded.substring(decoded.indexOf('/') + 1));
            if (copied == null) {
                return Answer.error(404, "NoSuchKey");
            }
            content = copied.content;
            meta = copied.meta;
            String range = exchange.getRequestHeaders().getFirst("x-amz-copy-source-range");
            if (range != null) {
                Matcher bounds = Pattern.compile("bytes=(\\d+)-(\\d+)").matcher(range);
                bounds.matches();
                content =
                        Arrays.copyOfRange(
                                content,
                                Integer.parseInt(bounds.group(1)),
                                Integer.parseInt(bounds.group(2)) + 1);
            }
        }
        Stored stored = new Stored(content, "\"" + md5(content) + "\"", Instant.now(), meta);
        if (query.containsKey("uploadId")) {
            Pending pending = uploads.get(query.get("uploadId"));
            if (pending == null) {
                return Answer.error(404, "NoSuchUpload");
            }
            pending.parts.put(Integer.parseInt(query.get("partNumber")), stored);
        } else {
            if (isRefusedByCondition(exchange, key)) {
                return Answer.error(412, "PreconditionFailed");
            }
            objects.put(key, stored);
        }
        if (source != null) {
            return Answer.of(200, "<CopyResult><ETag>" + stored.etag + "</ETag></CopyResult>");
        }
        return new Answer(200, new byte[0], Map.of("ETag", stored.etag));
    }

    private Answer begin(HttpExchange exchange, String key) {
        String id = "up/" + numbers.incrementAndGet() + "+" + key.length();
        uploads.put(id, new Pending(key, meta(exchange)));
        return Answer.of(
                200,
                "<InitiateMultipartUploadResult><UploadId>"
                        + id
                        + "</UploadId></InitiateMultipartUploadResult>");
    }

    private Answer complete(
            HttpExchange exchange, String key, Map<String, String> query, byte[] body) {
        Pending pending = uploads.get(query.get("uploadId"));
        if (pending == null) {
            return Answer.error(404, "NoSuchUpload");
        }
        if (isRefusedByCondition(exchange, key)) {
            return Answer.error(412, "PreconditionFailed");
        }
        Matcher part = Pattern.compile("<Part>(.*?)</Part>", Pattern.DOTALL).matcher(text(body));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        int count = 0;
        int last = 0;
        boolean small = false;
        while (part.find()) {
            int number = Integer.parseInt(inside(part.group(1), "PartNumber"));
            Stored stored = pending.parts.get(number);
            String etag = inside(part.group(1), "ETag").replace("&quot;", "").replace("\"", "");
            if (stored == null || !stored.etag.replace("\"", "").equals(etag)) {
                return Answer.error(400, "InvalidPart");
            }
            if (number <= last) {
                return Answer.error(400, "InvalidPartOrder");
            }
            if (small) {
                return Answer.error(400, "EntityTooSmall");
            }
            small = stored.content.length < 5 * 1024 * 1024;
            last = number;
            content.writeBytes(stored.content);
            count++;
        }
        if (count == 0) {
            return Answer.error(400, "MalformedXML");
        }
        byte[] all = content.toByteArray();
        objects.put(
                key,
                new Stored(all, "\"" + md5(all) + "-" + count + "\"", Instant.now(), pending.meta));
        uploads.remove(query.get("uploadId"));
        return Answer.of(
                200,
                "<CompleteMultipartUploadResult><Key>"
                        + escaped(key)
                        + "</Key></CompleteMultipartUploadResult>");
    }

    private Answer delete(String key, Map<String, String> query) {
        if (query.containsKey("uploadId")) {
            return uploads.remove(query.get("uploadId")) == null
                    ? Answer.error(404, "NoSuchUpload")
                    : Answer.of(204, "");
        }
        objects.remove(key);
        return Answer.of(204, "");
    }

    private Answer deleteMany(byte[] body) {
        Matcher key = Pattern.compile("<Key>(.*?)</Key>", Pattern.DOTALL).matcher(text(body));
        while (key.find()) {
            objects.remove(unescaped(key.group(1)));
        }
        return Answer.of(200, "<DeleteResult></DeleteResult>");
    }

    private Answer get(HttpExchange exchange, String key) {
        Stored stored = objects.get(key);
        if (stored == null) {
            return exchange.getRequestMethod().equals("HEAD")
                    ? Answer.of(404, "")
                    : Answer.error(404, "NoSuchKey");
        }
        String match = exchange.getRequestHeaders().getFirst("If-Match");
        if (match != null && !match.replace("\"", "").equals(stored.etag.replace("\"", ""))) {
            return Answer.error(412, "PreconditionFailed");
        }
        Map<String, String> headers = new LinkedHashMap<>(stored.meta);
        headers.put("ETag", stored.etag);
        headers.put(
                "Last-Modified",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        stored.modified.atOffset(ZoneOffset.UTC)));
        String range = exchange.getRequestHeaders().getFirst("Range");
        if (range == null) {
            return new Answer(200, stored.content, headers);
        }
        Matcher bounds = Pattern.compile("bytes=(\\d+)-(\\d*)").matcher(range);
        bounds.matches();
        int from = Integer.parseInt(bounds.group(1));
        if (from >= stored.content.length) {
            return Answer.error(416, "InvalidRange");
        }
        int to =
                bounds.group(2).isEmpty()
                        ? stored.content.length - 1
                        : Math.min(stored.content.length - 1, Integer.parseInt(bounds.group(2)));
        headers.put("Content-Range", "bytes " + from + "-" + to + "/" + stored.content.length);
        return new Answer(206, Arrays.copyOfRange(stored.content, from, to + 1), headers);
    }

    private Answer list(Map<String, String> query) {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        int max = Math.min(pageSize, Integer.parseInt(query.getOrDefault("max-keys", "1000")));
        String after = query.getOrDefault("continuation-token", "");
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><ListBucketResult>");
        int count = 0;
        String lastPrefix = null;
        String lastTold = null;
        boolean more = false;
        for (Map.Entry<String, Stored> each : objects.tailMap(prefix, true).entrySet()) {
            String key = each.getKey();
            if (!key.startsWith(prefix)) {
                break;
            }
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            String told = end < 0 ? key : key.substring(0, end + 1);
            if (told.equals(lastPrefix) || !after.isEmpty() && told.compareTo(after) <= 0) {
                continue;
            }
            if (count == max) {
                more = true;
                break;
            }
            count++;
            lastTold = told;
            if (end >= 0) {
                lastPrefix = told;
                xml.append("<CommonPrefixes><Prefix>")
                        .append(escaped(told))
                        .append("</Prefix></CommonPrefixes>");
            } else {
                xml.append("<Contents><Key>")
                        .append(escaped(key))
                        .append("</Key><Size>")
                        .append(each.getValue().content.length)
                        .append("</Size><LastModified>")
                        .append(each.getValue().modified)
                        .append("</LastModified></Contents>");
            }
        }
        xml.append("<IsTruncated>").append(more).append("</IsTruncated>");
        if (more) {
            xml.append("<NextContinuationToken>")
                    .append(escaped(lastTold))
                    .append("</NextContinuationToken>");
        }
        return Answer.of(200, xml.append("</ListBucketResult>").toString());
    }

    private Answer listUploads(Map<String, String> query) {
        String prefix = query.getOrDefault("prefix", "");
        String delimiter = query.getOrDefault("delimiter", "");
        StringBuilder xml =
                new StringBuilder("<?xml version=\"1.0\"?><ListMultipartUploadsResult>");
        List<String> prefixes = new ArrayList<>();
        for (Map.Entry<String, Pending> each : uploads.entrySet()) {
            String key = each.getValue().key;
            if (!key.startsWith(prefix)) {
                continue;
            }
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            if (end >= 0) {
                String told = key.substring(0, end + 1);
                if (!prefixes.contains(told)) {
                    prefixes.add(told);
                    xml.append("<CommonPrefixes><Prefix>")
                            .append(escaped(told))
                            .append("</Prefix></CommonPrefixes>");
                }
            } else {
                xml.append("<Upload><Key>")
                        .append(escaped(key))
                        .append("</Key><UploadId>")
                        .append(each.getKey())
                        .append("</UploadId><Initiated>")
                        .append(each.getValue().begun)
                        .append("</Initiated></Upload>");
            }
        }
        return Answer.of(
                200,
                xml.append("<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>")
                        .toString());
    }

    private Answer listParts(Map<String, String> query) {
        Pending pending = uploads.get(query.get("uploadId"));
        if (pending == null) {
            return Answer.error(404, "NoSuchUpload");
        }
        int after = Integer.parseInt(query.getOrDefault("part-number-marker", "0"));
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?><ListPartsResult>");
        int count = 0;
        int last = after;
        boolean more = false;
        for (Map.Entry<Integer, Stored> each : pending.parts.tailMap(after, false).entrySet()) {
            if (count++ == pageSize) {
                more = true;
                break;
            }
            last = each.getKey();
            xml.append("<Part><PartNumber>")
                    .append(last)
                    .append("</PartNumber><ETag>")
                    .append(each.getValue().etag)
                    .append("</ETag><Size>")
                    .append(each.getValue().content.length)
                    .append("</Size></Part>");
        }
        xml.append("<IsTruncated>")
                .append(more)
                .append("</IsTruncated><NextPartNumberMarker>")
                .append(last)
                .append("</NextPartNumberMarker></ListPartsResult>");
        return Answer.of(200, xml.toString());
    }

    // ---- texts

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static String inside(String xml, String tag) {
        int from = xml.indexOf("<" + tag + ">") + tag.length() + 2;
        return xml.substring(from, xml.indexOf("</" + tag + ">"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static String unescaped(String text) {
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&apos;", "'")
                .replace("&amp;", "&");
    }

    private static String md5(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(content));
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
