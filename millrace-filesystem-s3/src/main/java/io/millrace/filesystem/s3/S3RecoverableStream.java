// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.filesystem.s3.S3Recoverable.Piece;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a pending object: a multipart upload that nobody has completed.
 *
 * <p>What is written before the stream is persisted for the first time becomes parts of the upload.
 * From then on somebody may go on from there, so the upload must stay as it is: Ceph's gateway
 * completes an upload with all the parts it has or not at all, and there is no way to take one away
 * that came from an attempt that has died. So what is written after that becomes <em>pieces</em>,
 * hidden objects beside the target, which the commit copies into the upload, within the store.
 *
 * <p>A part but the last must have 5 MiB, and a resume point can be anywhere: what lies behind the
 * last full part or piece is a shorter piece, put anew each time. Whoever goes on reads it back.
 * Each piece has a name that comes only once, for older resume points may still be wanted; they all
 * go when the object is finished.
 *
 * <p>Closing keeps what was persisted: whoever restores a checkpoint may still want it. One thread.
 */
final class S3RecoverableStream extends RecoverableFsDataOutputStream {

    private static final Duration GIVING_UP = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(S3RecoverableStream.class);

    private final S3Store store;
    private final String bucket;
    private final String key;
    private final String uploadId;
    private final String writer;

    /** Into the upload; used until the stream is persisted. */
    private final PartUploads<S3Store.Part> parts;

    /** Beside it; null until the stream is persisted. */
    private PartUploads<Piece> pieces;

    private long position;
    private S3Recoverable latest;
    private boolean closed;
    private IOException failure;

    private S3RecoverableStream(
            S3Store store,
            String bucket,
            String key,
            String uploadId,
            String writer,
            List<S3Store.Part> done) {
        this.store = store;
        this.bucket = bucket;
        this.key = key;
        this.uploadId = uploadId;
        this.writer = writer;
        this.parts =
                new PartUploads<>(
                        store,
                        key,
                        done,
                        done.size() + 1,
                        (number, bytes, length) ->
                                store.upload(key, uploadId, number, bytes, length));
    }

    static S3RecoverableStream begin(S3Store store, String bucket, String key) throws IOException {
        String writer = UUID.randomUUID().toString();
        return new S3RecoverableStream(
                store, bucket, key, store.begin(key, writer), writer, List.of());
    }

    /** Takes an object up where it was persisted; what came after that doesn't count. */
    static S3RecoverableStream resume(S3Store store, S3Recoverable at) throws IOException {
        if (store.parts(at.key(), at.uploadId()).isEmpty()) {
            throw new FileNotFoundException(
                    "The upload of "
                            + store.address(at.key())
                            + " has ended, so writing cannot go on at byte "
                            + at.position()
                            + ". Was it committed by a later run, or given up, by hand or by a rule of the bucket for"
                            + " unfinished uploads?");
        }
        List<Piece> full = new ArrayList<>(at.pieces());
        byte[] heldBack = new byte[0];
        if (!full.isEmpty() && full.get(full.size() - 1).size() < S3Settings.MIN_PART_SIZE) {
            heldBack = content(store, at, full.remove(full.size() - 1));
        }
        S3RecoverableStream stream =
                new S3RecoverableStream(
                        store, at.bucket(), at.key(), at.uploadId(), at.writer(), at.parts());
        stream.position = at.position();
        stream.goOnInPieces(full, at.parts().size() + full.size() + 1, heldBack, heldBack.length);
        return stream;
    }

    private static byte[] content(S3Store store, S3Recoverable at, Piece piece) throws IOException {
        byte[] bytes =
                store.read(piece.key())
                        .orElseThrow(
                                () ->
                                        new FileNotFoundException(
                                                "The object "
                                                        + store.address(piece.key())
                                                        + " is missing, with the last "
                                                        + piece.size()
                                                        + " bytes of "
                                                        + store.address(at.key())
                                                        + ", so writing that cannot go on. Was it removed, or the file"
                                                        + " committed by a later run?"));
        if (bytes.length != piece.size()) {
            throw new IOException(
                    store.address(piece.key())
                            + " has "
                            + bytes.length
                            + " bytes instead of "
                            + piece.size()
                            + ". Was something else writing to it?");
        }
        return bytes;
    }

    private void goOnInPieces(List<Piece> done, int nextNumber, byte[] heldBack, int count) {
        pieces = new PartUploads<>(store, key, done, nextNumber, this::putPiece);
        pieces.holdBack(heldBack, count);
    }

    private Piece putPiece(int number, byte[] bytes, int length) throws IOException {
        String name = HiddenNames.pieces(key, writer) + number + "-" + UUID.randomUUID();
        store.put(name, bytes, length, writer);
        return new Piece(name, length);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] b, int off, int len) throws IOException {
        refuseUnusable();
        try {
            if (pieces == null) {
                parts.write(b, off, len);
            } else {
                pieces.write(b, off, len);
            }
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
        if (latest == null || latest.position() != position) {
            try {
                latest = persisted();
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
        return latest;
    }

    private S3Recoverable persisted() throws IOException {
        List<S3Store.Part> inUpload = parts.await();
        if (pieces == null) {
            goOnInPieces(List.of(), inUpload.size() + 1, parts.heldBackBytes(), parts.heldBack());
        }
        if (pieces.heldBack() >= S3Settings.MIN_PART_SIZE) {
            pieces.send();
        }
        List<Piece> beside = new ArrayList<>(pieces.await());
        if (pieces.heldBack() > 0) {
            beside.add(
                    putPiece(
                            inUpload.size() + beside.size() + 1,
                            pieces.heldBackBytes(),
                            pieces.heldBack()));
        }
        return new S3Recoverable(bucket, key, uploadId, writer, inUpload, beside);
    }

    @Override
    public Committer closeForCommit() throws IOException {
        refuseUnusable();
        try {
            S3Recoverable whole;
            if (pieces == null) {
                // An upload without parts makes no object; one empty part makes an empty one.
                if (parts.heldBack() > 0 || position == 0) {
                    parts.send();
                }
                whole = new S3Recoverable(bucket, key, uploadId, writer, parts.await(), List.of());
            } else {
                whole = (S3Recoverable) persist();
            }
            latest = whole;
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
        if (pieces != null) {
            pieces.cancel(); // and what was persisted stays
            return;
        }
        try {
            store.abort(key, uploadId, GIVING_UP);
        } catch (IOException e) {
            LOG.warn(
                    "The unfinished upload of {} could not be given up; it stays, as a hidden file, until somebody"
                            + " cleans up.",
                    store.address(key),
                    e);
        }
    }
}
