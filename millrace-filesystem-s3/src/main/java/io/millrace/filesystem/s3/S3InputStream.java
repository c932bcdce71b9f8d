// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.core.fs.FSDataInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Reads an object with few requests. The first one, made when the file is opened, brings its length
 * and its first bytes, all of it where it is small. After a seek a {@linkplain #WINDOW window} is
 * fetched; whoever reads on beyond it gets the rest of the object as one stream. A short way ahead
 * is read and dropped.
 *
 * <p>All of it is of one version of the object: one that is replaced meanwhile is an error. A
 * connection that breaks is made again from where it broke. One thread.
 */
final class S3InputStream extends FSDataInputStream {

    /** What is fetched when a file is opened and after a seek. */
    static final int WINDOW = 64 * 1024;

    /** Less than a new request costs. */
    private static final int DROPPED = 128 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(S3InputStream.class);

    private final S3Store store;
    private final String key;
    private final long length;
    private final String etag;

    private long position;

    private byte[] window = new byte[0];
    private long windowStart;
    private int windowLength;

    /** The rest of the object; null for none. */
    private ResponseInputStream<GetObjectResponse> rest;

    private long restPosition;
    private boolean closed;

    private S3InputStream(S3Store store, String key, long length, String etag) {
        this.store = store;
        this.key = key;
        this.length = length;
        this.etag = etag;
    }

    static S3InputStream open(S3Store store, String key) throws IOException {
        Optional<S3Store.Content> content = store.get(key, 0, WINDOW - 1, null);
        if (content.isEmpty()) {
            // No first byte: it is empty.
            return new S3InputStream(store, key, 0, null);
        }
        S3Store.Content first = content.get();
        S3InputStream in = new S3InputStream(store, key, first.total(), first.etag());
        in.fill(0, first);
        return in;
    }

    /** Takes a window out of an answer; what does not come is left out. */
    private void fill(long from, S3Store.Content content) throws IOException {
        int wanted = (int) Math.min(WINDOW, length - from);
        byte[] bytes = new byte[wanted];
        int got = 0;
        try (ResponseInputStream<GetObjectResponse> body = content.body()) {
            while (got < wanted) {
                int n = read(body, bytes, got, wanted - got);
                if (n < 0) {
                    break;
                }
                got += n;
            }
            Long sent = body.response().contentLength();
            if (got < wanted || sent == null || sent > wanted) {
                body.abort(); // it may hold all that was not asked for
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            // What has come can be read; for what has not, it is asked again.
            LOG.debug("{} broke after {} bytes", store.address(key), from + got, e);
        }
        window = bytes;
        windowStart = from;
        windowLength = got;
    }

    private int read(
            ResponseInputStream<GetObjectResponse> body, byte[] bytes, int offset, int count)
            throws IOException {
        try {
            return body.read(bytes, offset, count);
        } catch (AbortedException e) {
            InterruptedIOException interrupted =
                    new InterruptedIOException(
                            "Reading " + store.address(key) + " was interrupted.");
            interrupted.initCause(e);
            throw interrupted;
        } catch (SdkClientException e) {
            throw new IOException(e.getMessage(), e);
        }
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
        if (count == 0) {
            return 0;
        }
        if (position >= length) {
            return -1;
        }
        IOException last = null;
        for (int tries = 0; tries < store.settings().attempts(); tries++) {
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
            try {
                int n = fromRest(bytes, offset, count);
                if (n > 0) {
                    return n;
                }
                last = new EOFException("the connection ended before the object did");
            } catch (InterruptedIOException e) {
                dropRest();
                throw e;
            } catch (IOException e) {
                last = e;
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
                        + (last == null ? "nothing came" : last.getMessage())
                        + ".",
                last);
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
            if (n < 0) {
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

    /** Makes what comes next ready: in the window, or as the rest. */
    private void fetch() throws IOException {
        boolean reachedBySequence = windowLength > 0 && position == windowStart + windowLength;
        if (reachedBySequence) {
            rest = content(position, -1).body();
            restPosition = position;
        } else {
            fill(position, content(position, Math.min(length, position + WINDOW) - 1));
        }
    }

    private S3Store.Content content(long from, long to) throws IOException {
        Optional<S3Store.Content> content;
        try {
            content = store.get(key, from, to, etag);
        } catch (FileNotFoundException e) {
            FileNotFoundException gone =
                    new FileNotFoundException(
                            store.address(key) + " was removed while it was being read.");
            gone.initCause(e);
            throw gone;
        } catch (IOException e) {
            if (e.getCause() instanceof software.amazon.awssdk.services.s3.model.S3Exception s3
                    && s3.statusCode() == 412) {
                throw replaced(e);
            }
            throw e;
        }
        if (content.isEmpty() || content.get().total() != length) {
            content.ifPresent(other -> other.body().abort());
            throw replaced(null);
        }
        return content.get();
    }

    private IOException replaced(Exception cause) {
        return new IOException(
                store.address(key) + " was replaced by another object while it was being read.",
                cause);
    }

    private void dropRest() {
        if (rest != null) {
            rest.abort();
            rest = null;
        }
    }

    /** Puts the rest aside where the next read is elsewhere. */
    private void refuseClosed() throws IOException {
        if (closed) {
            throw new IOException("The stream from " + store.address(key) + " is closed.");
        }
        if (rest != null
                && (position < restPosition || position - restPosition > DROPPED)
                && fromWindow() == 0) {
            dropRest();
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
            if (rest != null && restPosition < length) {
                dropRest();
            } else if (rest != null) {
                rest.close();
                rest = null;
            }
        }
    }
}
