// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.cloud.WriteChannel;
import io.millrace.core.fs.FSDataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;

/**
 * Writes an object: in one request when it fits into a chunk, else in chunks while it is being
 * written. It appears as a whole when the stream is closed, or synced: {@link #sync()} ends the
 * file, because nothing of an object is durable before all of it is. After an error it does not
 * appear, and leaves nothing.
 *
 * <p>One thread.
 */
final class GsOutputStream extends FSDataOutputStream {

    private final GsStore store;
    private final String key;
    private final boolean onlyNew;

    /** Tells this object from all others of the same name. */
    private final String writer = UUID.randomUUID().toString();

    private final HeldBack heldBack;

    /** Null until there is more than one chunk. Closing it makes the object appear. */
    private WriteChannel channel;

    private long position;
    private boolean ended;
    private boolean closed;
    private IOException failure;

    GsOutputStream(GsStore store, String key, boolean onlyNew) {
        this.store = store;
        this.key = key;
        this.onlyNew = onlyNew;
        this.heldBack = new HeldBack(store.settings().chunkSize());
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
                            + " has been synced and can't be written to any more: an object of Google Cloud Storage is"
                            + " durable as a whole or not at all, so that sync() ends it.");
        }
        refuseBroken();
        try {
            heldBack.write(b, off, len, this::send);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        position += len;
    }

    private void send(byte[] bytes, int length) throws IOException {
        if (channel == null) {
            channel = store.writer(key, writer, onlyNew);
        }
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException | RuntimeException e) {
            throw broken(e);
        }
    }

    private IOException broken(Exception e) {
        if (onlyNew && GsFailure.status(e) == 412 && !GsFailure.isInterrupt(e)) {
            FileAlreadyExistsException exists = exists(store.address(key));
            exists.initCause(GsFailure.bare(e));
            return exists;
        }
        return GsFailure.isInterrupt(e)
                ? GsFailure.interrupted("written", store.address(key), null)
                : store.failure("written", key, GsFailure.bare(e));
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

    /** Does nothing: what is held back fills no chunk. */
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
            if (channel == null) {
                heldBack.send(this::putAtOnce);
            } else {
                finish();
            }
            ended = true;
            heldBack.drop();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    private void putAtOnce(byte[] bytes, int length) throws IOException {
        if (!onlyNew) {
            store.put(key, bytes, length, writer);
            return;
        }
        for (int conflicts = 0; ; conflicts++) {
            GsStore.Outcome outcome = store.putNew(key, bytes, length, writer);
            if (outcome == GsStore.Outcome.MADE || isThere()) {
                return;
            }
            if (outcome == GsStore.Outcome.EXISTS || conflicts >= GsFileSystem.CONFLICTS) {
                throw exists(store.address(key));
            }
            GsFileSystem.pause(conflicts, store.address(key));
        }
    }

    private void finish() throws IOException {
        heldBack.send(this::send);
        if (Thread.currentThread().isInterrupted()) {
            throw GsFailure.interrupted("written", store.address(key), null);
        }
        try {
            channel.close();
        } catch (IOException | RuntimeException e) {
            // The answer to an earlier request may be lost, and the repetition refused.
            if (GsFailure.isInterrupt(e) || !isThere()) {
                throw broken(e);
            }
        }
    }

    /** Whether what is there is of this stream: the answer to an earlier request may be lost. */
    private boolean isThere() throws IOException {
        return store.find(key).filter(found -> found.writer().equals(writer)).isPresent();
    }

    static FileAlreadyExistsException exists(String address) {
        return new FileAlreadyExistsException(
                address, null, "the file exists and may not be overwritten");
    }

    /** Of one that failed nothing appears: its channel stays open, for closing it would end it. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        try {
            end();
        } finally {
            closed = true;
            heldBack.drop();
        }
    }
}
