// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src.reader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;

/**
 * Lines cut out of chunks of bytes, and only then decoded.
 *
 * <p>The chunk always holds the line being looked for from its beginning: before more is read, what
 * is left of the chunk moves to its front, and a chunk that is one unfinished line doubles. So a
 * line is one run of bytes, wherever the chunks' borders fell: no character is ever cut, and the
 * bytes of an ASCII line become a String by one copy.
 *
 * <p>The line end is taken with its line: after {@code \r} the next byte is looked at at once, so
 * {@link #offset()} never stands between {@code \r} and {@code \n}.
 */
final class ByteLines implements Lines {

    private static final int CHUNK = 64 * 1024;

    /** Below the largest array any JVM makes. */
    private static final int LONGEST_LINE = Integer.MAX_VALUE - 64;

    private final InputStream in;
    private final long end;
    private final Charset charset;

    private byte[] chunk;

    /** Where the chunk's first byte stands in the stream. */
    private long chunkOffset;

    /** Where the next line begins in the chunk. */
    private int next;

    private int limit;
    private boolean exhausted;

    /**
     * @param begin where the stream stands, bytes from its beginning
     * @param end lines that begin here or later are not read
     */
    ByteLines(InputStream in, long begin, long end, Charset charset) {
        this(in, begin, end, charset, CHUNK);
    }

    ByteLines(InputStream in, long begin, long end, Charset charset, int chunkSize) {
        this.in = in;
        this.chunkOffset = begin;
        this.end = end;
        this.charset = charset;
        this.chunk = new byte[chunkSize];
    }

    @Override
    public String next() throws IOException {
        if (offset() >= end) {
            return null;
        }
        int length = 0;
        while (true) {
            length = lengthWithoutEnd(length);
            if (next + length < limit) {
                int width = widthOfEnd(length);
                String line = new String(chunk, next, length, charset);
                next += length + width;
                return line;
            }
            if (!readMore()) {
                if (length == 0) {
                    return null;
                }
                String line = new String(chunk, next, length, charset);
                next = limit;
                return line;
            }
        }
    }

    @Override
    public long offset() {
        return chunkOffset + next;
    }

    /** Skips to the beginning of the next line, whatever the length of this one. */
    void dropLine() throws IOException {
        while (true) {
            int length = lengthWithoutEnd(0);
            if (next + length < limit) {
                int width = widthOfEnd(length);
                next += length + width;
                return;
            }
            next = limit;
            if (!readMore()) {
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /**
     * Bytes from {@code next} to the line end or the limit, of which the first {@code known} are no
     * line end.
     */
    private int lengthWithoutEnd(int known) {
        byte[] bytes = chunk;
        int to = limit;
        int at = next + known;
        while (at < to) {
            byte b = bytes[at];
            // One comparison for nearly every byte of ASCII text.
            if (b <= '\r' && (b == '\n' || b == '\r')) {
                break;
            }
            at++;
        }
        return at - next;
    }

    /** One or two bytes; may move the chunk, but never the line against {@code next}. */
    private int widthOfEnd(int length) throws IOException {
        if (chunk[next + length] == '\n') {
            return 1;
        }
        if (next + length + 1 == limit && !readMore()) {
            return 1;
        }
        return chunk[next + length + 1] == '\n' ? 2 : 1;
    }

    private boolean readMore() throws IOException {
        if (exhausted) {
            return false;
        }
        int kept = limit - next;
        byte[] target = chunk;
        if (kept == chunk.length) {
            if (kept == LONGEST_LINE) {
                throw new IOException(
                        "A line is longer than 2 GiB: the one that begins at byte "
                                + offset()
                                + ". Is this a text file?");
            }
            target = new byte[(int) Math.min(LONGEST_LINE, kept * 2L)];
        }
        System.arraycopy(chunk, next, target, 0, kept);
        chunk = target;
        chunkOffset += next;
        next = 0;
        limit = kept;
        int count;
        do {
            count = in.read(chunk, limit, chunk.length - limit);
        } while (count == 0);
        if (count < 0) {
            exhausted = true;
            return false;
        }
        limit += count;
        return true;
    }
}
