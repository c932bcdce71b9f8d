// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.steer;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the two ends of a socket say to each other, in lines. A line is a word and any number of
 * {@code key=value}, separated by blanks, the values as in a URL: so whatever a job is called fits
 * into one line of ASCII.
 *
 * <pre>
 *   millrace protocol=1 call=list            asks
 *   job id=... name=... state=RUNNING        one for each row of the answer
 *   done                                     ends the answer, or:
 *   failed message=...
 * </pre>
 *
 * <p>One connection is for one question. What is to be said at once is waited for a few seconds,
 * and whoever says nothing is hung up on; the answer to a call that ends with a job or a savepoint
 * takes as long as these, or until the process is gone.
 */
final class Wire implements AutoCloseable {

    /** The version of what is said. Who gets another says so, and nothing else. */
    static final int PROTOCOL = 1;

    static final String QUESTION = "millrace";
    static final String DONE = "done";
    static final String FAILED = "failed";

    private static final int LONGEST_LINE = 64 * 1024;

    /** A line that was taken apart. */
    record Line(String word, Map<String, String> values) {

        String value(String key) {
            return values.get(key);
        }

        String text() {
            StringBuilder text = new StringBuilder(word);
            values.forEach(
                    (key, value) -> {
                        if (value != null) {
                            text.append(' ')
                                    .append(key)
                                    .append('=')
                                    .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
                        }
                    });
            return text.append('\n').toString();
        }

        /**
         * @throws IOException the text is not a line
         */
        static Line of(String text) throws IOException {
            String[] parts = text.split(" ", -1);
            if (!parts[0].matches("[a-z]{1,20}")) {
                throw new IOException("a line does not begin with a word");
            }
            Map<String, String> values = new LinkedHashMap<>();
            for (int i = 1; i < parts.length; i++) {
                int equals = parts[i].indexOf('=');
                if (equals < 1) {
                    throw new IOException("'" + parts[i] + "' is not key=value");
                }
                try {
                    values.put(
                            parts[i].substring(0, equals),
                            URLDecoder.decode(
                                    parts[i].substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException e) {
                    throw new IOException("the value of " + parts[i] + " can't be read", e);
                }
            }
            return new Line(parts[0], values);
        }
    }

    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final ByteBuffer in = ByteBuffer.allocate(8 * 1024).flip();

    /** Takes a connected channel over. */
    Wire(SocketChannel channel) throws IOException {
        this.channel = channel;
        Selector opened = null;
        try {
            channel.configureBlocking(false);
            opened = Selector.open();
            this.selector = opened;
            this.key = channel.register(opened, 0);
        } catch (Throwable t) {
            channel.close();
            if (opened != null) {
                opened.close();
            }
            throw t;
        }
    }

    /**
     * Reads a line.
     *
     * @param waitMs how long to wait for all of it; 0 for ever
     * @throws EOFException the other end has hung up
     * @throws IOException it said nothing for so long, or nothing that makes sense
     */
    Line read(long waitMs) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long end = System.nanoTime() + waitMs * 1_000_000;
        while (true) {
            while (in.hasRemaining()) {
                byte b = in.get();
                if (b == '\n') {
                    return Line.of(line.toString(StandardCharsets.US_ASCII));
                }
                if (line.size() == LONGEST_LINE) {
                    throw new IOException("a line has more than " + LONGEST_LINE + " bytes");
                }
                line.write(b);
            }
            await(SelectionKey.OP_READ, end, waitMs);
            in.clear();
            int n = channel.read(in);
            in.flip();
            if (n < 0) {
                throw new EOFException("the other end has hung up");
            }
        }
    }

    void write(Line line, long waitMs) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(line.text().getBytes(StandardCharsets.US_ASCII));
        long end = System.nanoTime() + waitMs * 1_000_000;
        while (out.hasRemaining()) {
            if (channel.write(out) == 0) {
                await(SelectionKey.OP_WRITE, end, waitMs);
            }
        }
    }

    private void await(int operation, long end, long waitMs) throws IOException {
        key.interestOps(operation);
        do {
            long left = waitMs == 0 ? 0 : (end - System.nanoTime()) / 1_000_000;
            if (waitMs > 0 && left <= 0) {
                throw new IOException("the other end said nothing for " + waitMs + " ms");
            }
            selector.select(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted");
            }
        } while (selector.selectedKeys().isEmpty());
        selector.selectedKeys().clear();
    }

    @Override
    public void close() throws IOException {
        try {
            selector.close();
        } finally {
            channel.close();
        }
    }
}
