// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The requests that are made of one bucket, each of them with an error that says what it was about.
 * What is asked for and is not there is an answer, and no error. Any thread.
 */
final class S3Store {

    /**
     * Who wrote an object: what tells, when an answer was lost, whether it was this very upload
     * that made it.
     */
    private static final String WRITER = "millrace-writer";

    /** What the protocol allows in one request. */
    private static final int DELETED_AT_ONCE = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(S3Store.class);

    private final S3Client client;

    /** Sends a request once. */
    private final S3Client once;

    private final S3Settings settings;
    private final String scheme;
    private final String bucket;

    /** Whether somebody was told that uploads can't be listed. */
    private volatile boolean uploadsUnlisted;

    S3Store(S3Clients clients, S3Settings settings, String scheme, String bucket) {
        this.client = clients.client();
        this.once = clients.once();
        this.settings = settings;
        this.scheme = scheme;
        this.bucket = bucket;
    }

    /** What is told of an object without its content. */
    record Found(long length, long modified, String etag, String writer) {}

    /** An object in a list. */
    record Listed(String key, long length, long modified) {}

    /** A multipart upload that was begun and not ended. */
    record Upload(String key, String id, long begun) {}

    /** A part that the store has. */
    record Part(int number, String etag, long size) {}

    /** A page of a list: objects, and the common beginnings of those further down. */
    record Page(List<Listed> objects, List<String> prefixes, String next) {}

    /** The content of an object, or of a part of it. */
    record Content(ResponseInputStream<GetObjectResponse> body, long total, String etag) {}

    S3Settings settings() {
        return settings;
    }

    /** The address of an object, for people and as a path. */
    String address(String key) {
        return scheme + "://" + bucket + "/" + key;
    }

    private <T> T ask(String could, String key, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (SdkException e) {
            throw S3Failure.of(settings, could, address(key), e);
        }
    }

    // ---- objects

    Optional<Found> find(String key) throws IOException {
        return ask(
                "looked for",
                key,
                () -> {
                    try {
                        HeadObjectResponse head =
                                client.headObject(ask -> ask.bucket(bucket).key(key));
                        return Optional.of(
                                new Found(
                                        head.contentLength(),
                                        head.lastModified() == null
                                                ? 0
                                                : head.lastModified().toEpochMilli(),
                                        unquoted(head.eTag()),
                                        writer(head.metadata())));
                    } catch (S3Exception e) {
                        if (e.statusCode() == 404) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    private static String writer(Map<String, String> metadata) {
        for (Map.Entry<String, String> entry : metadata.entrySet()) {
            if (entry.getKey().equalsIgnoreCase(WRITER)) {
                return entry.getValue();
            }
        }
        return "";
    }

    /** Some stores take a tag only without the quotes with which they give it. */
    private static String unquoted(String etag) {
        return etag == null ? null : etag.replace("\"", "");
    }

    /**
     * A part of an object.
     *
     * @param from first byte
     * @param to last byte; -1 for the end
     * @param etag of what it must still be; null for anything
     * @return empty where the object ends before {@code from}
     * @throws java.io.FileNotFoundException when there is no such object
     */
    Optional<Content> get(String key, long from, long to, String etag) throws IOException {
        return ask(
                "read",
                key,
                () -> {
                    try {
                        ResponseInputStream<GetObjectResponse> body =
                                client.getObject(
                                        ask ->
                                                ask.bucket(bucket)
                                                        .key(key)
                                                        .ifMatch(etag)
                                                        .range(
                                                                "bytes="
                                                                        + from
                                                                        + "-"
                                                                        + (to < 0 ? "" : to)));
                        GetObjectResponse told = body.response();
                        return Optional.of(new Content(body, total(told), unquoted(told.eTag())));
                    } catch (S3Exception e) {
                        if (e.statusCode() == 416) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    /** {@code bytes 0-99/1234}, or nothing when all of it came. */
    private static long total(GetObjectResponse told) {
        String range = told.contentRange();
        int slash = range == null ? -1 : range.lastIndexOf('/');
        return slash < 0 ? told.contentLength() : Long.parseLong(range.substring(slash + 1));
    }

    /** All of a small object. */
    Optional<byte[]> read(String key) throws IOException {
        return ask(
                "read",
                key,
                () -> {
                    try {
                        return Optional.of(
                                client.getObjectAsBytes(ask -> ask.bucket(bucket).key(key))
                                        .asByteArrayUnsafe());
                    } catch (S3Exception e) {
                        if (e.statusCode() == 404) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    private static RequestBody body(byte[] bytes, int length) {
        return RequestBody.fromContentProvider(
                () -> new ByteArrayInputStream(bytes, 0, length),
                length,
                "application/octet-stream");
    }

    /** Puts an object, over whatever is there. */
    void put(String key, byte[] bytes, int length, String writer) throws IOException {
        ask(
                "written",
                key,
                () ->
                        client.putObject(
                                ask ->
                                        ask.bucket(bucket)
                                                .key(key)
                                                .metadata(Map.of(WRITER, writer))
                                                .serverSideEncryption(settings.encryption())
                                                .ssekmsKeyId(settings.encryptionKey()),
                                body(bytes, length)));
    }

    /** What became of an object that was to be put where nothing is. */
    enum Outcome {
        /** It is there. */
        MADE,
        /** Something was there already, maybe this very object, whose answer was lost. */
        EXISTS,
        /** The store was at work on the same key for somebody else; nothing is known. */
        CONFLICT,
        /** There is no such upload: it has ended, one way or the other. */
        GONE
    }

    /** Puts an object where nothing is. */
    Outcome putNew(String key, byte[] bytes, int length, String writer) throws IOException {
        return ask(
                "written",
                key,
                () -> {
                    try {
                        client.putObject(
                                ask ->
                                        ask.bucket(bucket)
                                                .key(key)
                                                .ifNoneMatch("*")
                                                .metadata(Map.of(WRITER, writer))
                                                .serverSideEncryption(settings.encryption())
                                                .ssekmsKeyId(settings.encryptionKey()),
                                body(bytes, length));
                        return Outcome.MADE;
                    } catch (S3Exception e) {
                        return refused(e);
                    }
                });
    }

    private static Outcome refused(S3Exception e) {
        return switch (e.statusCode()) {
            case 412 -> Outcome.EXISTS;
            case 409 -> Outcome.CONFLICT;
            default -> throw e;
        };
    }

    void delete(String key) throws IOException {
        ask("removed", key, () -> client.deleteObject(ask -> ask.bucket(bucket).key(key)));
    }

    /** Removes many; those that are not there do not matter. */
    void deleteAll(List<String> keys) throws IOException {
        for (int from = 0; from < keys.size(); from += DELETED_AT_ONCE) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + DELETED_AT_ONCE));
            if (some.size() == 1) {
                delete(some.get(0));
                continue;
            }
            List<ObjectIdentifier> objects =
                    some.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
            DeleteObjectsResponse answer =
                    ask(
                            "removed, nor others,",
                            some.get(0),
                            () ->
                                    client.deleteObjects(
                                            ask ->
                                                    ask.bucket(bucket)
                                                            .delete(
                                                                    those ->
                                                                            those.objects(objects)
                                                                                    .quiet(true))));
            if (answer.hasErrors() && !answer.errors().isEmpty()) {
                var first = answer.errors().get(0);
                throw new IOException(
                        address(first.key())
                                + " could not be removed: "
                                + settings.where()
                                + " answered "
                                + first.code()
                                + ", "
                                + first.message()
                                + (answer.errors().size() == 1
                                        ? "."
                                        : ". So it is with "
                                                + (answer.errors().size() - 1)
                                                + " other objects."));
            }
        }
    }

    /** One object up to 5 GiB, within this bucket. */
    void copy(String from, String to) throws IOException {
        ask(
                "copied to " + address(to),
                from,
                () ->
                        client.copyObject(
                                ask ->
                                        ask.sourceBucket(bucket)
                                                .sourceKey(from)
                                                .destinationBucket(bucket)
                                                .destinationKey(to)
                                                .serverSideEncryption(settings.encryption())
                                                .ssekmsKeyId(settings.encryptionKey())));
    }

    // ---- lists

    /**
     * A page of the objects whose keys begin so.
     *
     * @param delimited whether what lies behind a further slash is told as a prefix only
     * @param next null for the first page
     */
    Page list(String prefix, boolean delimited, int atMost, String next) throws IOException {
        ListObjectsV2Response answer =
                ask(
                        "listed",
                        prefix,
                        () ->
                                client.listObjectsV2(
                                        ask ->
                                                ask.bucket(bucket)
                                                        .prefix(prefix)
                                                        .delimiter(delimited ? "/" : null)
                                                        .maxKeys(atMost)
                                                        .continuationToken(next)));
        List<Listed> objects = new ArrayList<>();
        for (S3Object object : answer.contents()) {
            objects.add(
                    new Listed(
                            object.key(),
                            object.size(),
                            object.lastModified() == null
                                    ? 0
                                    : object.lastModified().toEpochMilli()));
        }
        return new Page(
                objects,
                answer.commonPrefixes().stream().map(CommonPrefix::prefix).toList(),
                Boolean.TRUE.equals(answer.isTruncated()) ? answer.nextContinuationToken() : null);
    }

    /** All keys that begin so. */
    List<Listed> listAll(String prefix) throws IOException {
        List<Listed> all = new ArrayList<>();
        String next = null;
        do {
            Page page = list(prefix, false, DELETED_AT_ONCE, next);
            all.addAll(page.objects());
            next = page.next();
        } while (next != null);
        return all;
    }

    /**
     * The unfinished uploads of keys that begin so, at any depth: not all stores tell of those
     * further down in a shorter form. Where the store won't tell them they are taken for none, and
     * that is said once.
     */
    List<Upload> uploads(String prefix) throws IOException {
        List<Upload> uploads = new ArrayList<>();
        String key = null;
        String id = null;
        do {
            String keyMarker = key;
            String idMarker = id;
            ListMultipartUploadsResponse answer;
            try {
                answer =
                        client.listMultipartUploads(
                                ask ->
                                        ask.bucket(bucket)
                                                .prefix(prefix)
                                                .keyMarker(keyMarker)
                                                .uploadIdMarker(idMarker));
            } catch (S3Exception e) {
                if (e.statusCode() == 403 || e.statusCode() == 501 || e.statusCode() == 405) {
                    unlisted(e);
                    return List.of();
                }
                throw S3Failure.of(settings, "asked for unfinished uploads", address(prefix), e);
            } catch (SdkException e) {
                throw S3Failure.of(settings, "asked for unfinished uploads", address(prefix), e);
            }
            for (MultipartUpload upload : answer.uploads()) {
                uploads.add(
                        new Upload(
                                upload.key(),
                                upload.uploadId(),
                                upload.initiated() == null
                                        ? 0
                                        : upload.initiated().toEpochMilli()));
            }
            boolean more = Boolean.TRUE.equals(answer.isTruncated());
            key = more ? answer.nextKeyMarker() : null;
            id = more ? answer.nextUploadIdMarker() : null;
        } while (key != null);
        return uploads;
    }

    private void unlisted(S3Exception e) {
        if (!uploadsUnlisted) {
            uploadsUnlisted = true;
            LOG.warn(
                    "Unfinished uploads in {} are not listed (the store answered {} {}): what crashed processes leave of"
                            + " them stays, and costs storage. Allow s3:ListBucketMultipartUploads and"
                            + " s3:AbortMultipartUpload, or let the bucket abort uploads by age.",
                    address(""),
                    e.statusCode(),
                    S3Failure.code(e));
        }
    }

    // ---- multipart uploads

    /** Begins an upload; returns its id. */
    String begin(String key, String writer) throws IOException {
        return ask(
                "begun",
                key,
                () ->
                        client.createMultipartUpload(
                                        ask ->
                                                ask.bucket(bucket)
                                                        .key(key)
                                                        .contentType("application/octet-stream")
                                                        .metadata(Map.of(WRITER, writer))
                                                        .serverSideEncryption(settings.encryption())
                                                        .ssekmsKeyId(settings.encryptionKey()))
                                .uploadId());
    }

    Part upload(String key, String id, int number, byte[] bytes, int length) throws IOException {
        String etag =
                ask(
                        "written (part " + number + " of its upload)",
                        key,
                        () ->
                                client.uploadPart(
                                                ask ->
                                                        ask.bucket(bucket)
                                                                .key(key)
                                                                .uploadId(id)
                                                                .partNumber(number)
                                                                .contentLength((long) length),
                                                body(bytes, length))
                                        .eTag());
        return new Part(number, etag, length);
    }

    /** A part that is a part of another object. */
    Part uploadCopy(String from, long first, long last, String key, String id, int number)
            throws IOException {
        String etag =
                ask(
                        "copied to " + address(key),
                        from,
                        () ->
                                client.uploadPartCopy(
                                                ask ->
                                                        ask.sourceBucket(bucket)
                                                                .sourceKey(from)
                                                                .copySourceRange(
                                                                        "bytes=" + first + "-"
                                                                                + last)
                                                                .destinationBucket(bucket)
                                                                .destinationKey(key)
                                                                .uploadId(id)
                                                                .partNumber(number))
                                        .copyPartResult()
                                        .eTag());
        return new Part(number, etag, last - first + 1);
    }

    /**
     * Makes an object of the parts of an upload.
     *
     * <p>An answer that is lost, or says no more than that something went wrong, is thought about
     * before the request is repeated: the object may be there. Some stores call a repetition a
     * failure of their own, for good.
     *
     * @param writer with whose mark the upload was begun
     * @param onlyNew asks the store not to do it over another object; some do not listen
     */
    Outcome complete(String key, String id, String writer, List<Part> parts, boolean onlyNew)
            throws IOException {
        List<CompletedPart> those =
                parts.stream()
                        .map(
                                part ->
                                        CompletedPart.builder()
                                                .partNumber(part.number())
                                                .eTag(part.etag())
                                                .build())
                        .toList();
        for (int attempt = 1; ; attempt++) {
            SdkException failure;
            try {
                once.completeMultipartUpload(
                        ask ->
                                ask.bucket(bucket)
                                        .key(key)
                                        .uploadId(id)
                                        .ifNoneMatch(onlyNew ? "*" : null)
                                        .multipartUpload(upload -> upload.parts(those)));
                return Outcome.MADE;
            } catch (S3Exception e) {
                if (isGone(e)) {
                    return Outcome.GONE;
                }
                if (e.statusCode() == 412) {
                    return Outcome.EXISTS;
                }
                failure = e;
            } catch (SdkException e) {
                failure = e;
            }
            boolean mayPass = failure instanceof S3Exception e ? mayPass(e) : true;
            if (S3Failure.isInterrupt(failure) || !mayPass) {
                throw S3Failure.of(settings, "finished", address(key), failure);
            }
            if (find(key).filter(found -> found.writer().equals(writer)).isPresent()) {
                return Outcome.MADE;
            }
            // Not each time: a store that fails every third request would never be asked a third
            // one.
            if (attempt % 2 == 1 && parts(key, id).isEmpty()) {
                return Outcome.GONE;
            }
            if (attempt >= settings.attempts()) {
                throw S3Failure.of(settings, "finished", address(key), failure);
            }
            pause(attempt, key);
        }
    }

    private static boolean mayPass(S3Exception e) {
        return e.statusCode() >= 500 || e.statusCode() == 409 || e.statusCode() == 429;
    }

    /** Longer and longer, and never as long as somebody else who waits for the same. */
    private void pause(int attempt, String key) throws IOException {
        long most = Math.min(5_000, 100L << Math.min(attempt, 6));
        try {
            TimeUnit.MILLISECONDS.sleep(most / 2 + ThreadLocalRandom.current().nextLong(most / 2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException(
                            address(key) + " was not finished: this thread was interrupted.");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private static boolean isGone(S3Exception e) {
        return e.statusCode() == 404 && !S3Failure.code(e).equals("NoSuchBucket");
    }

    /** The parts of an upload, ascending; empty when there is no such upload. */
    Optional<List<Part>> parts(String key, String id) throws IOException {
        return ask(
                "asked for its parts",
                key,
                () -> {
                    List<Part> parts = new ArrayList<>();
                    Integer after = null;
                    do {
                        Integer marker = after;
                        ListPartsResponse answer;
                        try {
                            answer =
                                    client.listParts(
                                            ask ->
                                                    ask.bucket(bucket)
                                                            .key(key)
                                                            .uploadId(id)
                                                            .partNumberMarker(marker));
                        } catch (S3Exception e) {
                            if (isGone(e)) {
                                return Optional.empty();
                            }
                            throw e;
                        }
                        answer.parts()
                                .forEach(
                                        part ->
                                                parts.add(
                                                        new Part(
                                                                part.partNumber(),
                                                                part.eTag(),
                                                                part.size())));
                        after =
                                Boolean.TRUE.equals(answer.isTruncated())
                                        ? answer.nextPartNumberMarker()
                                        : null;
                    } while (after != null);
                    return Optional.of(parts);
                });
    }

    /** Gives an upload up; whether there was one. */
    boolean abort(String key, String id) throws IOException {
        return abort(key, id, null);
    }

    /** The same, not longer than that. */
    boolean abort(String key, String id, Duration atMost) throws IOException {
        return ask(
                "given up",
                key,
                () -> {
                    try {
                        client.abortMultipartUpload(
                                ask -> {
                                    ask.bucket(bucket).key(key).uploadId(id);
                                    if (atMost != null) {
                                        ask.overrideConfiguration(
                                                how -> how.apiCallTimeout(atMost));
                                    }
                                });
                        return true;
                    } catch (S3Exception e) {
                        if (isGone(e)) {
                            return false;
                        }
                        throw e;
                    }
                });
    }

    /** Does something with each upload, and goes on with the others when one fails. */
    void abortAll(List<Upload> uploads) throws IOException {
        IOException failure = null;
        for (Upload upload : uploads) {
            try {
                abort(upload.key(), upload.id());
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Every page in turn. */
    void pages(String prefix, boolean delimited, Consumer<Page> each) throws IOException {
        String next = null;
        do {
            Page page = list(prefix, delimited, DELETED_AT_ONCE, next);
            each.accept(page);
            next = page.next();
        } while (next != null);
    }
}
