// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.sun.net.httpserver.Headers;
import io.millrace.filesystem.gs.FakeGcsAnswer.Refused;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The objects that {@link FakeGcsServer} keeps, in buckets, and what can be asked of them. Guarded
 * by itself: whoever answers a request holds the lock, so that each is one step.
 */
final class FakeGcsObjects {

    private record Stored(
            byte[] content,
            long generation,
            Instant updated,
            String contentType,
            Map<String, String> metadata,
            boolean composed) {}

    private final Map<String, NavigableMap<String, Stored>> buckets = new TreeMap<>();
    private long generations = 1_700_000_000_000_000L;
    private boolean ignoresConditions;
    private int pageSize = 1000;

    /** As a store that doesn't know of preconditions. */
    synchronized void ignoreConditions() {
        ignoresConditions = true;
    }

    synchronized void pagesOf(int size) {
        pageSize = size;
    }

    synchronized List<String> keys() {
        return buckets.values().stream().flatMap(bucket -> bucket.keySet().stream()).toList();
    }

    synchronized void makeBucket(String name) {
        buckets.putIfAbsent(name, new TreeMap<>());
    }

    boolean hasBucket(String name) {
        return buckets.containsKey(name);
    }

    /** Refuses what a condition of the request forbids for an object of this name. */
    void check(String bucket, String key, Map<String, String> query) {
        check(buckets.get(bucket).get(key), query, "if");
    }

    FakeGcsAnswer get(String bucket, String key, Map<String, String> query) {
        return FakeGcsAnswer.json(200, json(bucket, key, found(bucket, key, query)));
    }

    FakeGcsAnswer delete(String bucket, String key, Map<String, String> query) {
        found(bucket, key, query);
        buckets.get(bucket).remove(key);
        return FakeGcsAnswer.empty(204);
    }

    static JsonObject bucketJson(String name) {
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

    FakeGcsAnswer put(
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
        return FakeGcsAnswer.json(200, json(bucket, key, stored));
    }

    FakeGcsAnswer media(String bucket, String key, Map<String, String> query, Headers headers) {
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
            return new FakeGcsAnswer(200, stored.content, told);
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
        return new FakeGcsAnswer(
                206, Arrays.copyOfRange(stored.content, (int) from, (int) to + 1), told);
    }

    FakeGcsAnswer compose(String bucket, String key, Map<String, String> query, JsonObject asked) {
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

    FakeGcsAnswer rewrite(
            String bucket,
            String key,
            String toBucket,
            String toKey,
            Map<String, String> query,
            JsonObject asked) {
        if (!buckets.containsKey(toBucket)) {
            throw new Refused(404, "notFound", "The specified bucket does not exist.");
        }
        Map<String, String> ofSource = new LinkedHashMap<>();
        if (query.containsKey("sourceGeneration")) {
            ofSource.put("generation", query.get("sourceGeneration"));
        }
        Stored source = found(bucket, key, ofSource);
        check(source, query, "ifSource");
        JsonObject told = asked;
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
        return FakeGcsAnswer.json(200, json);
    }

    FakeGcsAnswer list(String bucket, Map<String, String> query) {
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
        return FakeGcsAnswer.json(200, json);
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
}
