// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an object: in one request when it is small, else in parts while it is being written. It
 * appears as a whole when the stream is closed, or synced: {@link #sync()} ends the file, because
 * nothing of an object is durable before all of it is. After an error it does not appear.
 *
 * <p>One thread.
 */
final class S3OutputStream extends FSDataOutputStream {

    /** A stream that gives up is in a hurry; what is left is found by the next clean-up. */
    private static final Duration GIVING_UP = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(S3OutputStream.class);

    private final S3Store store;
    private final String key;
    private final boolean onlyNew;

    /** Tells this object from all others of the same name. */
    private final String writer = UUID.randomUUID().toString();

    private final PartUploads<S3Store.Part> parts;

    /** Null until there is more than one part. */
    private volatile String uploadId;

    private long position;
    private boolean ended;
    private boolean closed;
    private IOException failure;

    S3OutputStream(S3Store store, String key, boolean onlyNew) {
        this.store = store;
        this.key = key;
        this.onlyNew = onlyNew;
        this.parts =
                new PartUploads<>(
                        store,
                        key,
                        List.of(),
                        1,
                        (number, bytes, length) ->
                                store.upload(key, uploadId, number, bytes, length));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        if (closed) {
            throw new IOException("The stream to " + store.address(key) + " is closed.");
        }
        if (ended) {
            throw new IOException(
                    store.address(key)
                            + " has been synced and can't be written to any more: an object of S3 is durable as a"
                            + " whole or not at all, so that sync() ends it.");
        }
        refuseBroken();
        try {
            beginWhereItWillBeNeeded(len);
            parts.write(b, off, len);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        position += len;
    }

    private void beginWhereItWillBeNeeded(int more) throws IOException {
        if (uploadId == null && (long) parts.heldBack() + more > store.settings().partSize(1)) {
            uploadId = store.begin(key, writer);
        }
    }

    private void refuseBroken() throws IOException {
        if (failure != null) {
            throw new IOException(
                    store.address(key)
                            + " was not written, because of an earlier failure: "
                            + failure.getMessage(),
                    failure);
        }
    }

    @Override
    public long getPos() throws IOException {
        return position;
    }

    /** Does nothing: what is held back fills no part. */
    @Override
    public void flush() throws IOException {}

    /** Ends the file, durably. */
    @Override
    public void sync() throws IOException {
        if (closed) {
            throw new IOException("The stream to " + store.address(key) + " is closed.");
        }
        end();
    }

    private void end() throws IOException {
        if (ended) {
            return;
        }
        refuseBroken();
        try {
            if (uploadId == null) {
                putAtOnce();
            } else {
                finish();
            }
            ended = true;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void putAtOnce() throws IOException {
        if (!onlyNew) {
            store.put(key, parts.heldBackBytes(), parts.heldBack(), writer);
            return;
        }
        for (int conflicts = 0; ; conflicts++) {
            S3Store.Outcome outcome =
                    store.putNew(key, parts.heldBackBytes(), parts.heldBack(), writer);
            if (outcome == S3Store.Outcome.MADE || isThere()) {
                return;
            }
            if (outcome == S3Store.Outcome.EXISTS || conflicts >= S3FileSystem.CONFLICTS) {
                throw exists(store.address(key));
            }
        }
    }

    private void finish() throws IOException {
        if (parts.heldBack() > 0) {
            parts.send();
        }
        List<S3Store.Part> all = parts.await();
        S3Store.Outcome outcome = store.complete(key, uploadId, writer, all, onlyNew);
        if (outcome == S3Store.Outcome.MADE || isThere()) {
            return;
        }
        if (outcome == S3Store.Outcome.GONE) {
            throw new IOException(
                    store.address(key)
                            + " could not be finished: its upload was ended by somebody else. Does something remove"
                            + " unfinished uploads that are younger than a file takes to be written?");
        }
        throw exists(store.address(key));
    }

    /** Whether what is there is of this stream: the answer to an earlier request may be lost. */
    private boolean isThere() throws IOException {
        return store.find(key).filter(found -> found.writer().equals(writer)).isPresent();
    }

    static FileAlreadyExistsException exists(String address) {
        return new FileAlreadyExistsException(
                address, null, "the file exists and may not be overwritten");
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            end();
        } finally {
            closed = true;
            if (!ended) {
                giveUp();
            }
        }
    }

    private void giveUp() {
        parts.cancel();
        if (uploadId == null) {
            return;
        }
        try {
            store.abort(key, uploadId, GIVING_UP);
        } catch (IOException e) {
            LOG.warn(
                    "The unfinished upload {} of {} could not be given up; it costs storage until its directory is"
                            + " cleaned, or the bucket aborts it by age.",
                    uploadId,
                    store.address(key),
                    e);
        }
    }
}
