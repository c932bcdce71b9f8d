// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import com.google.cloud.ReadChannel;
import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads an object with few requests. One, made when the file is opened, brings its length and its
 * generation. Then, and after a seek, a {@linkplain #WINDOW window} is fetched; whoever reads on
 * beyond it gets the rest of the object as one stream. A short way ahead is read and dropped.
 *
 * <p>All of it is of one generation of the object: one that is replaced meanwhile is an error. A
 * connection that breaks is made again from where it broke. One thread.
 */
final class GsInputStream extends FSDataInputStream {

    /** What is fetched first and after a seek. */
    static final int WINDOW = 64 * 1024;

    /** Less than a new request costs. */
    private static final int DROPPED = 128 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(GsInputStream.class);

    private final GsStore store;
    private final String key;
    private final long length;
    private final long generation;

    private long position;

    private byte[] window = new byte[0];
    private long windowStart;
    private int windowLength;

    /** The rest of the object; null for none. */
    private ReadChannel rest;

    private long restPosition;
    private boolean closed;

    private GsInputStream(GsStore store, String key, GsStore.Found found) {
        this.store = store;
        this.key = key;
        this.length = found.length();
        this.generation = found.generation();
    }

    /** Empty where there is no such object. */
    static Optional<GsInputStream> open(GsStore store, String key) throws IOException {
        return store.find(key).map(found -> new GsInputStream(store, key, found));
    }

    @Override
    public void seek(long desired) throws IOException {
        refuseClosed();
        if (desired < 0) {
            throw new EOFException(
                    "The position " + desired + " is before the beginning of the file.");
        }
        position = desired;
    }

    @Override
    public long getPos() throws IOException {
        return position;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        refuseClosed();
        dropRestElsewhere();
        if (count == 0) {
            return 0;
        }
        if (position >= length) {
            return -1;
        }
        IOException last = null;
        for (int tries = 0; tries < store.settings().attempts(); tries++) {
            try {
                if (fromWindow() == 0 && rest == null) {
                    fetch();
                }
                int ready = fromWindow();
                if (ready > 0) {
                    int n = Math.min(ready, count);
                    System.arraycopy(window, (int) (position - windowStart), bytes, offset, n);
                    position += n;
                    return n;
                }
                int n = fromRest(bytes, offset, count);
                if (n > 0) {
                    return n;
                }
                last = new EOFException("the connection ended before the object did");
            } catch (IOException e) {
                dropRest();
                if (GsFailure.isInterrupt(e)) {
                    throw GsFailure.interrupted("read", store.address(key), e);
                }
                last = explained(e);
            }
            LOG.debug("{} broke at byte {}; once more", store.address(key), position, last);
            dropRest();
        }
        throw new IOException(
                store.address(key)
                        + " could not be read at byte "
                        + position
                        + " of "
                        + length
                        + " in "
                        + store.settings().attempts()
                        + " attempts: "
                        + (last == null ? "nothing came" : last.getMessage()),
                last);
    }

    /** What may pass is returned; what does not is thrown. */
    private IOException explained(IOException e) throws IOException {
        switch (GsFailure.status(e)) {
            case 404, 412 -> {
                String gone =
                        store.address(key)
                                + " was replaced by another object, or removed, while it was being read.";
                if (store.find(key).isEmpty()) {
                    FileNotFoundException missing = new FileNotFoundException(gone);
                    missing.initCause(e);
                    throw missing;
                }
                throw new IOException(gone, e);
            }
            case 400, 401, 403 -> throw store.failure("read", key, e);
            default -> {
                return store.failure("read", key, e);
            }
        }
    }

    /** How many bytes from the position on are in the window. */
    private int fromWindow() {
        return position >= windowStart && position < windowStart + windowLength
                ? (int) (windowStart + windowLength - position)
                : 0;
    }

    private int fromRest(byte[] bytes, int offset, int count) throws IOException {
        if (rest == null) {
            return 0;
        }
        while (restPosition < position) {
            byte[] dropped = new byte[(int) Math.min(8192, position - restPosition)];
            int n = read(rest, dropped, 0, dropped.length);
            if (n <= 0) {
                return 0;
            }
            restPosition += n;
        }
        int n = read(rest, bytes, offset, (int) Math.min(count, length - position));
        if (n > 0) {
            restPosition += n;
            position += n;
        }
        return n;
    }

    /** Not 0: the channel says so while it makes a broken connection anew. */
    private static int read(ReadChannel channel, byte[] bytes, int offset, int count)
            throws IOException {
        try {
            for (int tries = 0; tries < 100; tries++) {
                int n = channel.read(ByteBuffer.wrap(bytes, offset, count));
                if (n != 0) {
                    return n;
                }
            }
            throw new EOFException("the connection brings nothing");
        } catch (RuntimeException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Makes what comes next ready: in the window, or as the rest. */
    private void fetch() throws IOException {
        boolean reachedBySequence = windowLength > 0 && position == windowStart + windowLength;
        if (reachedBySequence) {
            rest = store.reader(key, generation, position, -1);
            restPosition = position;
            return;
        }
        int wanted = (int) Math.min(WINDOW, length - position);
        byte[] bytes = window.length >= wanted ? window : new byte[wanted];
        windowLength = 0;
        int got = 0;
        try (ReadChannel channel = store.reader(key, generation, position, position + wanted)) {
            while (got < wanted) {
                int n = read(channel, bytes, got, wanted - got);
                if (n < 0) {
                    break;
                }
                got += n;
            }
        } catch (IOException e) {
            if (got == 0 || GsFailure.isInterrupt(e)) {
                throw e;
            }
            // What has come can be read; for what has not, it is asked again.
            LOG.debug("{} broke after {} bytes", store.address(key), position + got, e);
        }
        window = bytes;
        windowStart = position;
        windowLength = got;
    }

    private void dropRest() {
        if (rest != null) {
            rest.close();
            rest = null;
        }
    }

    /** Where the next read is elsewhere. */
    private void dropRestElsewhere() {
        if (rest != null
                && (position < restPosition || position - restPosition > DROPPED)
                && fromWindow() == 0) {
            dropRest();
        }
    }

    private void refuseClosed() throws IOException {
        if (closed) {
            throw new IOException("The stream from " + store.address(key) + " is closed.");
        }
    }

    @Override
    public int available() throws IOException {
        refuseClosed();
        return fromWindow();
    }

    /** Skips up to {@code n} bytes, but not beyond the end of the file. */
    @Override
    public long skip(long n) throws IOException {
        long skipped = Math.max(0, Math.min(n, length - position));
        seek(position + skipped);
        return skipped;
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            window = new byte[0];
            windowLength = 0;
            dropRest();
        }
    }
}
