// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a pending object: the parts of a multipart upload that nobody has completed.
 *
 * <p>A part but the last must have 5 MiB, and a resume point can be anywhere. So what is behind the
 * last full part is put as an object of its own, the tail, each time the stream is persisted; each
 * tail has a name of its own, for an older resume point may still be wanted. They go when the object
 * is finished.
 *
 * <p>Closing keeps what was persisted: whoever restores a checkpoint may still want it. One thread.
 */
final class S3RecoverableStream extends RecoverableFsDataOutputStream {

    private static final Duration GIVING_UP = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(S3RecoverableStream.class);

    private final S3Store store;
    private final String bucket;
    private final String key;
    private final String writer;
    private final PartUploads parts;
    private long position;

    /** Whether a resume point refers to the upload. */
    private boolean persisted;

    private boolean tails;
    private S3Recoverable latest;
    private boolean closed;
    private IOException failure;

    private S3RecoverableStream(
            S3Store store, String bucket, String key, String writer, PartUploads parts) {
        this.store = store;
        this.bucket = bucket;
        this.key = key;
        this.writer = writer;
        this.parts = parts;
    }

    static S3RecoverableStream begin(S3Store store, String bucket, String key) throws IOException {
        String writer = UUID.randomUUID().toString();
        String uploadId = store.begin(key, writer);
        return new S3RecoverableStream(
                store, bucket, key, writer, new PartUploads(store, key, uploadId, List.of(), 1));
    }

    /** Takes an object up where it was persisted; parts that came after that don't count. */
    static S3RecoverableStream resume(S3Store store, S3Recoverable at) throws IOException {
        Optional<List<S3Store.Part>> there = store.parts(at.key(), at.uploadId());
        if (there.isEmpty()) {
            throw new FileNotFoundException(
                    "The upload of "
                            + store.address(at.key())
                            + " has ended, so writing cannot go on at byte "
                            + at.position()
                            + ". Was it committed by a later run, or given up, by hand or by a rule of the bucket for"
                            + " unfinished uploads?");
        }
        byte[] tail = new byte[0];
        if (!at.tail().isEmpty()) {
            tail =
                    store.read(at.tail())
                            .orElseThrow(
                                    () ->
                                            new FileNotFoundException(
                                                    "The object "
                                                            + store.address(at.tail())
                                                            + " is missing, with the last "
                                                            + at.tailLength()
                                                            + " bytes of "
                                                            + store.address(at.key())
                                                            + ", so writing that cannot go on. Was it removed, or the"
                                                            + " file committed by a later run?"));
            if (tail.length != at.tailLength()) {
                throw new IOException(
                        store.address(at.tail())
                                + " has "
                                + tail.length
                                + " bytes instead of "
                                + at.tailLength()
                                + ". Was something else writing to it?");
            }
        }
        // One part of the attempt before may still be on its way, and must not replace one of
        // this.
        List<S3Store.Part> all = there.get();
        int last =
                Math.max(
                        all.isEmpty() ? 0 : all.get(all.size() - 1).number(),
                        at.parts().isEmpty()
                                ? 0
                                : at.parts().get(at.parts().size() - 1).number());
        int gap = store.settings().concurrentUploads() + 1;
        PartUploads parts =
                new PartUploads(store, at.key(), at.uploadId(), at.parts(), last + gap);
        parts.holdBack(tail);
        S3RecoverableStream stream =
                new S3RecoverableStream(store, at.bucket(), at.key(), at.writer(), parts);
        stream.position = at.position();
        stream.persisted = true;
        stream.tails = at.tails();
        return stream;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        refuseUnusable();
        try {
            parts.write(b, off, len, parts::uploadId);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        position += len;
    }

    private void refuseUnusable() throws IOException {
        if (closed) {
            throw new IOException("The stream to " + store.address(key) + " is closed.");
        }
        if (failure != null) {
            throw new IOException(
                    store.address(key)
                            + " can't be written to, because of an earlier failure: "
                            + failure.getMessage(),
                    failure);
        }
    }

    /** Does nothing: what is held back fills no part. */
    @Override
    public void flush() throws IOException {}

    /** As {@link #persist()}, whose resume point is forgotten. */
    @Override
    public void sync() throws IOException {
        persist();
    }

    @Override
    public long getPos() throws IOException {
        return position;
    }

    /** Makes all that was written so far survive. */
    @Override
    public ResumeRecoverable persist() throws IOException {
        refuseUnusable();
        if (latest != null && latest.position() == position) {
            return latest;
        }
        try {
            if (parts.heldBack() >= S3Settings.MIN_PART_SIZE) {
                parts.send();
            }
            List<S3Store.Part> all = parts.await();
            String tail = "";
            if (parts.heldBack() > 0) {
                tails = true;
                tail =
                        HiddenNames.tails(key, writer)
                                + position
                                + "-"
                                + UUID.randomUUID().toString().substring(0, 8);
                store.put(tail, parts.heldBackBytes(), parts.heldBack(), writer);
            }
            latest = recoverable(all, tail, parts.heldBack());
            persisted = true;
            return latest;
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private S3Recoverable recoverable(List<S3Store.Part> all, String tail, int tailLength) {
        return new S3Recoverable(
                bucket, key, parts.uploadId(), writer, all, tail, tailLength, tails);
    }

    @Override
    public Committer closeForCommit() throws IOException {
        refuseUnusable();
        try {
            // An upload without parts makes no object; one empty part makes an empty one.
            if (parts.heldBack() > 0 || position == 0) {
                parts.send();
            }
            S3Recoverable whole = recoverable(parts.await(), "", 0);
            persisted = true;
            closed = true;
            return new S3Committer(store, whole);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        parts.cancel();
        if (persisted) {
            return;
        }
        try {
            store.abort(key, parts.uploadId(), GIVING_UP);
        } catch (IOException e) {
            LOG.warn(
                    "The unfinished upload of {} could not be given up; it stays, as a hidden file, until somebody"
                            + " cleans up.",
                    store.address(key),
                    e);
        }
    }
}
