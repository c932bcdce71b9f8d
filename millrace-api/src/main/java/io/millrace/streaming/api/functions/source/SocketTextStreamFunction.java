// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.PublicEvolving;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Text that a server sends, in UTF-8, cut at a delimiter. What was sent before a failure does not
 * come again. When the server ends the connection it is asked again, as often as is said; then what
 * is left is emitted, and the source ends.
 */
@PublicEvolving
public class SocketTextStreamFunction implements SourceFunction<String> {

    private static final Logger LOG = LoggerFactory.getLogger(SocketTextStreamFunction.class);
    private static final long serialVersionUID = 1L;
    private static final int DEFAULT_CONNECTION_RETRY_SLEEP = 500;
    private static final int CONNECTION_TIMEOUT_TIME = 0;
    private static final int BUFFER = 8192;

    private final String hostname;
    private final int port;
    private final String delimiter;
    private final long maxNumRetries;
    private final long delayBetweenRetries;

    private transient volatile Socket currentSocket;
    private volatile boolean isRunning = true;

    /** With half a second between two tries. */
    public SocketTextStreamFunction(
            String hostname, int port, String delimiter, long maxNumRetries) {
        this(hostname, port, delimiter, maxNumRetries, DEFAULT_CONNECTION_RETRY_SLEEP);
    }

    /**
     * From a server.
     *
     * @param maxNumRetries how often the server is asked again after it ended the connection; -1
     *     for ever
     * @param delayBetweenRetries in milliseconds
     */
    public SocketTextStreamFunction(
            String hostname,
            int port,
            String delimiter,
            long maxNumRetries,
            long delayBetweenRetries) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("A port is a number from 1 to 65535, not " + port);
        }
        if (maxNumRetries < -1) {
            throw new IllegalArgumentException(
                    "The number of retries is -1 for ever, or at least 0, not " + maxNumRetries);
        }
        if (delayBetweenRetries < 0) {
            throw new IllegalArgumentException(
                    "There can't be " + delayBetweenRetries + " ms between two tries");
        }
        this.hostname = Objects.requireNonNull(hostname, "hostname");
        this.port = port;
        this.delimiter = Objects.requireNonNull(delimiter, "delimiter");
        if (delimiter.isEmpty()) {
            throw new IllegalArgumentException("A delimiter has at least one character");
        }
        this.maxNumRetries = maxNumRetries;
        this.delayBetweenRetries = delayBetweenRetries;
    }

    @Override
    public void run(SourceContext<String> ctx) throws Exception {
        StringBuilder text = new StringBuilder();
        long attempt = 0;
        while (isRunning) {
            try (Socket socket = new Socket()) {
                currentSocket = socket;
                LOG.info("Connecting to server socket {}:{}", hostname, port);
                socket.connect(new InetSocketAddress(hostname, port), CONNECTION_TIMEOUT_TIME);
                read(socket, text, ctx);
            } catch (IOException e) {
                if (!isRunning) {
                    break; // the socket was closed to get out of here
                }
                throw new IOException(
                        "The server at " + hostname + ":" + port + " can't be read from", e);
            }
            if (isRunning) {
                attempt++;
                if (maxNumRetries >= 0 && attempt >= maxNumRetries) {
                    break;
                }
                LOG.warn(
                        "The server at {}:{} has ended the connection; trying again in {} ms",
                        hostname,
                        port,
                        delayBetweenRetries);
                Thread.sleep(delayBetweenRetries);
            }
        }
        if (isRunning && text.length() > 0) {
            ctx.collect(text.toString());
        }
    }

    private void read(Socket socket, StringBuilder text, SourceContext<String> ctx)
            throws IOException {
        BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        char[] read = new char[BUFFER];
        int count;
        while (isRunning && (count = reader.read(read)) >= 0) {
            int from = Math.max(0, text.length() - delimiter.length() + 1);
            text.append(read, 0, count);
            int begin = 0;
            int end;
            while ((end = text.indexOf(delimiter, Math.max(begin, from))) >= 0) {
                String record = text.substring(begin, end);
                if (delimiter.equals("\n") && record.endsWith("\r")) {
                    record = record.substring(0, record.length() - 1);
                }
                ctx.collect(record);
                begin = end + delimiter.length();
            }
            text.delete(0, begin);
        }
    }

    @Override
    public void cancel() {
        isRunning = false;
        Socket socket = currentSocket;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                LOG.debug("A connection could not be closed", e);
            }
        }
    }
}
