// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.api.gax.paging.Page;
import com.google.cloud.ReadChannel;
import com.google.cloud.WriteChannel;
import com.google.cloud.storage.Blob;
import com.google.cloud.storage.BlobId;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BlobField;
import com.google.cloud.storage.Storage.BlobGetOption;
import com.google.cloud.storage.Storage.BlobListOption;
import com.google.cloud.storage.Storage.BlobSourceOption;
import com.google.cloud.storage.Storage.BlobTargetOption;
import com.google.cloud.storage.Storage.BlobWriteOption;
import com.google.cloud.storage.StorageBatch;
import com.google.cloud.storage.StorageBatchResult;
import com.google.cloud.storage.StorageException;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests that are made of one bucket, each of them with an error that says what it was about.
 * What is asked for and is not there is an answer, and no error. Any thread.
 *
 * <p>The client repeats a request that fails, so that one whose answer was lost may be carried out
 * twice. Each is such that this does no harm; where it may be refused the second time, because of
 * what the first has done, {@link Outcome#EXISTS} tells so, and the caller looks who made what is
 * there.
 */
final class GsStore {

    /** What an object's metadata says of who wrote it. */
    private static final String WRITER = "millrace-writer";

    private static final String CONTENT_TYPE = "application/octet-stream";

    /** What the protocol allows in one request. */
    private static final int REMOVED_AT_ONCE = 100;

    /** Of how many objects one can be composed at once. */
    static final int COMPOSED_AT_ONCE = 32;

    static final int LISTED_AT_ONCE = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(GsStore.class);

    private final Storage client;
    private final GsSettings settings;
    private final String bucket;

    GsStore(Storage client, GsSettings settings, String bucket) {
        this.client = client;
        this.settings = settings;
        this.bucket = bucket;
    }

    /** What is told of an object without its content. */
    record Found(long length, long modified, long generation, String writer) {}

    /** An object in a list. */
    record Listed(String key, long length, long modified, long generation) {}

    /** A page of a list: objects, and the common beginnings of those further down. */
    record Listing(List<Listed> objects, List<String> prefixes, String next) {}

    /** What became of an object that was to be made where nothing is. */
    enum Outcome {
        /** It is there. */
        MADE,
        /** Something was there already, maybe this very object, whose answer was lost. */
        EXISTS,
        /** The store was at work on the same name for somebody else; nothing is known. */
        CONFLICT,
        /** What it was to be made of is not there. */
        GONE
    }

    GsSettings settings() {
        return settings;
    }

    String bucket() {
        return bucket;
    }

    /** The same for another bucket. */
    GsStore of(String other) {
        return other.equals(bucket) ? this : new GsStore(client, settings, other);
    }

    /** The address of an object, for people and as a path. */
    String address(String key) {
        return "gs://" + bucket + "/" + key;
    }

    private interface Request<T> {
        T send() throws IOException;
    }

    private <T> T ask(String could, String key, Request<T> request) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw GsFailure.interrupted(could, address(key), null);
        }
        try {
            return request.send();
        } catch (IOException | RuntimeException e) {
            // Any: when it is interrupted while it waits, the client fails with one that says
            // nothing.
            throw GsFailure.of(settings, could, address(key), e);
        }
    }

    private BlobInfo made(String key, String writer) {
        return BlobInfo.newBuilder(bucket, key)
                .setContentType(CONTENT_TYPE)
                .setMetadata(Map.of(WRITER, writer))
                .build();
    }

    // ---- objects

    Optional<Found> find(String key) throws IOException {
        Blob blob =
                ask(
                        "looked for",
                        key,
                        () ->
                                client.get(
                                        BlobId.of(bucket, key),
                                        BlobGetOption.fields(
                                                BlobField.SIZE,
                                                BlobField.UPDATED,
                                                BlobField.GENERATION,
                                                BlobField.METADATA)));
        if (blob == null) {
            return Optional.empty();
        }
        Map<String, String> metadata = blob.getMetadata();
        String writer = metadata == null ? null : metadata.get(WRITER);
        return Optional.of(
                new Found(
                        blob.getSize(),
                        millis(blob.getUpdateTimeOffsetDateTime()),
                        blob.getGeneration(),
                        writer == null ? "" : writer));
    }

    private static long millis(OffsetDateTime time) {
        return time == null ? 0 : time.toInstant().toEpochMilli();
    }

    /**
     * The content from some byte on, of one generation of an object. Nothing is asked before it is
     * read.
     *
     * @param to byte before which it ends; -1 for the end of the object
     */
    ReadChannel reader(String key, long generation, long from, long to) throws IOException {
        return ask(
                "read",
                key,
                () -> {
                    ReadChannel channel = client.reader(BlobId.of(bucket, key, generation));
                    channel.setChunkSize(0);
                    channel.seek(from);
                    if (to >= 0) {
                        channel.limit(to);
                    }
                    return channel;
                });
    }

    /** All of a small object. */
    Optional<byte[]> read(String key) throws IOException {
        return ask(
                "read",
                key,
                () -> {
                    try {
                        return Optional.of(client.readAllBytes(BlobId.of(bucket, key)));
                    } catch (StorageException e) {
                        if (e.getCode() == 404) {
                            return Optional.empty();
                        }
                        throw e;
                    }
                });
    }

    /** Puts an object, over whatever is there. */
    void put(String key, byte[] bytes, int length, String writer) throws IOException {
        ask("written", key, () -> client.create(made(key, writer), bytes, 0, length));
    }

    /** Puts an object where nothing is. */
    Outcome putNew(String key, byte[] bytes, int length, String writer) throws IOException {
        return ask(
                "written",
                key,
                () ->
                        outcome(
                                () ->
                                        client.create(
                                                made(key, writer),
                                                bytes,
                                                0,
                                                length,
                                                BlobTargetOption.doesNotExist())));
    }

    private static Outcome outcome(Runnable request) {
        try {
            request.run();
            return Outcome.MADE;
        } catch (StorageException e) {
            return switch (e.getCode()) {
                case 412 -> Outcome.EXISTS;
                case 409 -> Outcome.CONFLICT;
                case 404 -> {
                    if (GsFailure.isBucketMissing(e)) {
                        throw e;
                    }
                    yield Outcome.GONE;
                }
                default -> throw e;
            };
        }
    }

    /**
     * Begins to write an object in several requests. It appears when the channel is closed, and
     * only then: one that is not closed leaves nothing that can be seen, and the store forgets it
     * after a week.
     */
    WriteChannel writer(String key, String writer, boolean onlyNew) throws IOException {
        return ask(
                "begun",
                key,
                () -> {
                    WriteChannel channel =
                            onlyNew
                                    ? client.writer(
                                            made(key, writer), BlobWriteOption.doesNotExist())
                                    : client.writer(made(key, writer));
                    channel.setChunkSize(settings.chunkSize());
                    return channel;
                });
    }

    /** Turns what a channel has thrown into what is said of it. */
    IOException failure(String could, String key, Exception e) {
        return GsFailure.of(settings, could, address(key), e);
    }

    /** Makes an object, where none is, of up to 32 others of this bucket. */
    Outcome compose(String key, List<String> sources, String writer) throws IOException {
        Storage.ComposeRequest request =
                Storage.ComposeRequest.newBuilder()
                        .addSource(sources)
                        .setTarget(made(key, writer))
                        .setTargetOptions(BlobTargetOption.doesNotExist())
                        .build();
        return ask("composed", key, () -> outcome(() -> client.compose(request)));
    }

    /** Copies an object of this bucket to another one, as it was found, over whatever is there. */
    void copy(String from, long generation, String to) throws IOException {
        ask(
                "copied to " + address(to),
                from,
                () ->
                        client.copy(
                                        Storage.CopyRequest.newBuilder()
                                                .setSource(BlobId.of(bucket, from, generation))
                                                .setTarget(BlobId.of(bucket, to))
                                                .build())
                                .getResult());
    }

    /** Copies an object of this bucket to where none is, in any bucket. */
    Outcome copyNew(String from, String toBucket, String to, String writer) throws IOException {
        return ask(
                "copied to gs://" + toBucket + "/" + to,
                from,
                () ->
                        outcome(
                                () ->
                                        client.copy(
                                                        Storage.CopyRequest.newBuilder()
                                                                .setSource(BlobId.of(bucket, from))
                                                                .setTarget(
                                                                        of(toBucket)
                                                                                .made(to, writer),
                                                                        BlobTargetOption
                                                                                .doesNotExist())
                                                                .build())
                                                .getResult()));
    }

    /** Whether there was one, as far as the answer tells: the first may be lost. */
    boolean delete(String key) throws IOException {
        return ask("removed", key, () -> client.delete(BlobId.of(bucket, key)));
    }

    /** Removes this very generation of an object, and no later one. */
    void delete(String key, long generation) throws IOException {
        ask(
                "removed",
                key,
                () -> {
                    try {
                        return client.delete(
                                BlobId.of(bucket, key),
                                BlobSourceOption.generationMatch(generation));
                    } catch (StorageException e) {
                        if (e.getCode() == 412) {
                            return false;
                        }
                        throw e;
                    }
                });
    }

    /** Removes many; those that are not there do not matter. */
    void deleteAll(List<String> keys) throws IOException {
        for (int from = 0; from < keys.size(); from += REMOVED_AT_ONCE) {
            List<String> some = keys.subList(from, Math.min(keys.size(), from + REMOVED_AT_ONCE));
            for (String left : some.size() == 1 ? some : deleteAtOnce(some)) {
                delete(left);
            }
        }
    }

    /**
     * In one request, which the client does not repeat.
     *
     * @return those that were not removed
     */
    private List<String> deleteAtOnce(List<String> keys) throws IOException {
        return ask(
                "removed, nor others,",
                keys.get(0),
                () -> {
                    StorageBatch batch = client.batch();
                    List<StorageBatchResult<Boolean>> results = new ArrayList<>();
                    for (String key : keys) {
                        results.add(batch.delete(BlobId.of(bucket, key)));
                    }
                    try {
                        batch.submit();
                    } catch (StorageException e) {
                        LOG.debug("removing {} objects at once failed", keys.size(), e);
                        return keys;
                    }
                    List<String> left = new ArrayList<>();
                    for (int i = 0; i < keys.size(); i++) {
                        try {
                            Boolean known = results.get(i).get();
                            LOG.trace("{} removed: {}", keys.get(i), known);
                        } catch (StorageException e) {
                            LOG.debug("{} was not removed with others", keys.get(i), e);
                            left.add(keys.get(i));
                        }
                    }
                    return left;
                });
    }

    // ---- lists

    /**
     * A page of what begins so.
     *
     * @param delimited whether what is further down is told as a common beginning only
     * @param after from the page before; null for the first
     */
    Listing list(String prefix, boolean delimited, int atMost, String after) throws IOException {
        List<BlobListOption> options = new ArrayList<>();
        options.add(BlobListOption.prefix(prefix));
        options.add(BlobListOption.pageSize(atMost));
        options.add(
                BlobListOption.fields(
                        BlobField.NAME, BlobField.SIZE, BlobField.UPDATED, BlobField.GENERATION));
        if (delimited) {
            options.add(BlobListOption.currentDirectory());
        }
        if (after != null) {
            options.add(BlobListOption.pageToken(after));
        }
        Page<Blob> page =
                ask(
                        "listed",
                        prefix,
                        () -> client.list(bucket, options.toArray(BlobListOption[]::new)));
        List<Listed> objects = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        for (Blob blob : page.getValues()) {
            if (blob.isDirectory()) {
                prefixes.add(blob.getName());
            } else {
                objects.add(
                        new Listed(
                                blob.getName(),
                                blob.getSize(),
                                millis(blob.getUpdateTimeOffsetDateTime()),
                                blob.getGeneration()));
            }
        }
        String next = page.getNextPageToken();
        return new Listing(objects, prefixes, next == null || next.isEmpty() ? null : next);
    }

    /** Every page in turn. */
    void pages(String prefix, boolean delimited, Consumer<Listing> each) throws IOException {
        String next = null;
        do {
            Listing page = list(prefix, delimited, LISTED_AT_ONCE, next);
            each.accept(page);
            next = page.next();
        } while (next != null);
    }

    /** All keys that begin so. */
    List<Listed> listAll(String prefix) throws IOException {
        List<Listed> all = new ArrayList<>();
        pages(prefix, false, page -> all.addAll(page.objects()));
        return all;
    }

    /** Whether any key begins so. A page may be empty though others follow. */
    boolean isAny(String prefix) throws IOException {
        String next = null;
        do {
            Listing page = list(prefix, false, 1, next);
            if (!page.objects().isEmpty()) {
                return true;
            }
            next = page.next();
        } while (next != null);
        return false;
    }
}
