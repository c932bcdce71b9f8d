// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.filesystem.gs.GsRecoverable.Piece;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a pending object: hidden objects, its <em>pieces</em>, of which the commit composes it
 * within the store. A piece ends when it is as large as a chunk, and wherever the stream is
 * persisted. Each has a name that comes only once, so what an attempt that has died wrote after its
 * last resume point is in nobody's way; all of it goes when the object is finished.
 *
 * <p>Closing keeps what was persisted: whoever restores a checkpoint may still want it. One thread.
 */
final class GsRecoverableStream extends RecoverableFsDataOutputStream {

    private static final Logger LOG = LoggerFactory.getLogger(GsRecoverableStream.class);

    private final GsStore store;
    private final GsStore pieceStore;
    private final String key;
    private final String writer;
    private final HiddenNames.Place place;
    private final List<Piece> pieces;
    private final HeldBack heldBack;

    private long position;
    private GsRecoverable latest;
    private boolean closed;
    private IOException failure;

    private GsRecoverableStream(
            GsStore store, String key, String writer, HiddenNames.Place place, List<Piece> done) {
        this.store = store;
        this.pieceStore = store.of(place.bucket());
        this.key = key;
        this.writer = writer;
        this.place = place;
        this.pieces = new ArrayList<>(done);
        this.heldBack = new HeldBack(store.settings().chunkSize());
    }

    static GsRecoverableStream begin(GsStore store, String key) {
        String writer = UUID.randomUUID().toString();
        return new GsRecoverableStream(
                store,
                key,
                writer,
                HiddenNames.pieces(store.settings(), store.bucket(), key, writer),
                List.of());
    }

    /** Takes an object up where it was persisted; what came after that doesn't count. */
    static GsRecoverableStream resume(GsStore store, GsRecoverable at) throws IOException {
        GsStore pieceStore = store.of(at.place().bucket());
        Map<String, Long> there = new HashMap<>();
        pieceStore
                .listAll(at.place().prefix())
                .forEach(object -> there.put(object.key(), object.length()));
        for (Piece piece : at.pieces()) {
            String name = at.place().prefix() + piece.name();
            Long size = there.get(name);
            if (size == null) {
                throw new FileNotFoundException(
                        "The object "
                                + pieceStore.address(name)
                                + " is missing, with "
                                + piece.size()
                                + " bytes of "
                                + store.address(at.key())
                                + ", so writing that cannot go on at byte "
                                + at.position()
                                + ". Was the file committed by a later run, or the object removed, by hand or by a rule of"
                                + " its bucket?");
            }
            if (size != piece.size()) {
                throw new IOException(
                        pieceStore.address(name)
                                + " has "
                                + size
                                + " bytes instead of "
                                + piece.size()
                                + ". Was something else writing to it?");
            }
        }
        GsRecoverableStream stream =
                new GsRecoverableStream(store, at.key(), at.writer(), at.place(), at.pieces());
        stream.position = at.position();
        stream.latest = at;
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
            heldBack.write(b, off, len, this::putPiece);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        position += len;
    }

    private void putPiece(byte[] bytes, int length) throws IOException {
        String name = (pieces.size() + 1) + "-" + UUID.randomUUID();
        pieceStore.put(place.prefix() + name, bytes, length, writer);
        pieces.add(new Piece(name, length));
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

    /** Does nothing: what is held back is no piece yet. */
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
        return persisted();
    }

    private GsRecoverable persisted() throws IOException {
        refuseUnusable();
        if (latest != null && latest.position() == position) {
            return latest;
        }
        try {
            // One that is empty tells an empty file that waits from one that was taken away.
            if (pieces.isEmpty() || heldBack.count() > 0) {
                heldBack.send(this::putPiece);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        latest = new GsRecoverable(store.bucket(), key, writer, place, pieces);
        return latest;
    }

    @Override
    public Committer closeForCommit() throws IOException {
        GsRecoverable whole = persisted();
        closed = true;
        heldBack.drop();
        return new GsCommitter(store, whole);
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        heldBack.drop();
        // What was persisted stays.
        int persisted = latest == null ? 0 : latest.pieces().size();
        try {
            pieceStore.deleteAll(
                    pieces.subList(persisted, pieces.size()).stream()
                            .map(piece -> place.prefix() + piece.name())
                            .toList());
        } catch (IOException e) {
            LOG.warn(
                    "Unfinished pieces of {} could not be removed; they stay, as hidden objects {}*, until somebody"
                            + " cleans up.",
                    store.address(key),
                    pieceStore.address(place.prefix()),
                    e);
        }
    }
}
