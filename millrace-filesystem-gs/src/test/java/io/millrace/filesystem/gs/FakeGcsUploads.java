// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.Headers;
import io.millrace.filesystem.gs.FakeGcsAnswer.Refused;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two ways in which {@link FakeGcsServer} takes content: in one request of several parts, and
 * in several requests of one session. Guarded by the objects.
 */
final class FakeGcsUploads {

    /** An upload in several requests. */
    private static final class Session {
        final String bucket;
        final JsonObject object;
        final Map<String, String> query;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FakeGcsAnswer done;

        Session(String bucket, JsonObject object, Map<String, String> query) {
            this.bucket = bucket;
            this.object = object;
            this.query = query;
        }
    }

    private static final int CHUNK_UNIT = 256 * 1024;

    private final FakeGcsObjects objects;
    private final String endpoint;
    private final Map<String, Session> sessions = new TreeMap<>();

    FakeGcsUploads(FakeGcsObjects objects, String endpoint) {
        this.objects = objects;
        this.endpoint = endpoint;
    }

    /** The name of the object that a request is about. */
    String name(Map<String, String> query, byte[] body) {
        Session session =
                query.containsKey("upload_id") ? sessions.get(query.get("upload_id")) : null;
        if (session != null) {
            return session.object.get("name").getAsString();
        }
        if (query.containsKey("name")) {
            return query.get("name");
        }
        byte[] json = "multipart".equals(query.get("uploadType")) ? parts(body).get(0) : body;
        return object(json).get("name").getAsString();
    }

    FakeGcsAnswer upload(
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
                yield objects.put(
                        bucket, named(query, object(parts.get(0))), query, parts.get(1), false);
            }
            case "resumable" -> {
                JsonObject told = named(query, object(body));
                objects.check(bucket, told.get("name").getAsString(), query);
                String id = "u" + (sessions.size() + 1);
                sessions.put(id, new Session(bucket, told, query));
                yield new FakeGcsAnswer(
                        200,
                        new byte[0],
                        Map.of(
                                "Location",
                                endpoint
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
    private FakeGcsAnswer chunk(String id, Headers headers, byte[] body) {
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
                    objects.put(
                            session.bucket,
                            session.object,
                            session.query,
                            session.bytes.toByteArray(),
                            false);
            return session.done;
        }
        return new FakeGcsAnswer(
                308,
                new byte[0],
                session.bytes.size() == 0
                        ? Map.of()
                        : Map.of("Range", "bytes=0-" + (session.bytes.size() - 1)));
    }

    /** The contents of a multipart body. */
    static List<byte[]> parts(byte[] body) {
        int end = indexOf(body, "\r\n".getBytes(StandardCharsets.UTF_8), 0);
        byte[] boundary = Arrays.copyOf(body, end);
        byte[] between = ("\r\n" + text(boundary)).getBytes(StandardCharsets.UTF_8);
        List<byte[]> parts = new ArrayList<>();
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

    static JsonObject object(byte[] json) {
        String text = new String(json, StandardCharsets.UTF_8);
        return text.isBlank() ? new JsonObject() : JsonParser.parseString(text).getAsJsonObject();
    }

    static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
