// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.RuntimeContextInitializationContextAdapters;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.configuration.Configuration;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends records to a server. When the connection breaks it is made anew, as often as is said, and
 * the record is sent again; what the server had not taken of those before it is lost.
 *
 * @param <IN> the records
 */
@PublicEvolving
public class SocketClientSink<IN> extends RichSinkFunction<IN> {

    private static final Logger LOG = LoggerFactory.getLogger(SocketClientSink.class);
    private static final long serialVersionUID = 1L;
    private static final int CONNECTION_RETRY_DELAY_MS = 500;
    private static final int CONNECT_TIMEOUT_MS = 20_000;

    private final SerializationSchema<IN> schema;
    private final String hostName;
    private final int port;
    private final int maxNumRetries;
    private final boolean autoFlush;

    private transient Socket client;
    private transient OutputStream outputStream;
    private int retries;
    private volatile boolean isRunning = true;
    private transient Object waiting;

    /** Gives up at the first failure; sends as the system likes. */
    public SocketClientSink(String hostName, int port, SerializationSchema<IN> schema) {
        this(hostName, port, schema, 0);
    }

    /** Sends as the system likes. */
    public SocketClientSink(
            String hostName, int port, SerializationSchema<IN> schema, int maxNumRetries) {
        this(hostName, port, schema, maxNumRetries, false);
    }

    /**
     * To a server.
     *
     * @param maxNumRetries how often a broken connection is made anew; -1 for ever
     * @param autoflush whether each record is sent at once
     */
    public SocketClientSink(
            String hostName,
            int port,
            SerializationSchema<IN> schema,
            int maxNumRetries,
            boolean autoflush) {
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("A port is a number from 1 to 65535, not " + port);
        }
        if (maxNumRetries < -1) {
            throw new IllegalArgumentException(
                    "The number of retries is -1 for ever, or at least 0, not " + maxNumRetries);
        }
        this.hostName = Objects.requireNonNull(hostName, "hostName");
        this.port = port;
        this.schema = Objects.requireNonNull(schema, "schema");
        this.maxNumRetries = maxNumRetries;
        this.autoFlush = autoflush;
    }

    @Override
    @SuppressWarnings("deprecation") // the form that is mirrored
    public void open(Configuration parameters) throws Exception {
        schema.open(
                RuntimeContextInitializationContextAdapters.serializationAdapter(
                        getRuntimeContext()));
        waiting = new Object();
        try {
            connect();
        } catch (IOException e) {
            throw new IOException("No server to send to at " + hostName + ":" + port, e);
        }
    }

    private void connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(hostName, port), CONNECT_TIMEOUT_MS);
            socket.setKeepAlive(true);
            socket.setTcpNoDelay(true);
            outputStream = socket.getOutputStream();
            client = socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    @Deprecated
    public void invoke(IN value) throws Exception {
        byte[] message = schema.serialize(value);
        try {
            send(message);
        } catch (IOException e) {
            if (maxNumRetries == 0) {
                throw new IOException(
                        "A record could not be sent to "
                                + hostName
                                + ":"
                                + port
                                + ", and the sink is not to try again: "
                                + value,
                        e);
            }
            LOG.warn("The connection to {}:{} is broken; making it anew", hostName, port, e);
            sendAgain(message, e);
        }
    }

    private void send(byte[] message) throws IOException {
        outputStream.write(message);
        if (autoFlush) {
            outputStream.flush();
        }
    }

    /** Waits between two tries: a sink of this kind blocks its task, as its contract has it. */
    private void sendAgain(byte[] message, IOException first) throws Exception {
        retries = 0;
        IOException last = first;
        while (isRunning && (maxNumRetries < 0 || retries < maxNumRetries)) {
            disconnect();
            retries++;
            try {
                connect();
                send(message);
                return;
            } catch (IOException e) {
                last = e;
                LOG.debug("Try {} to reach {}:{} failed", retries, hostName, port, e);
            }
            synchronized (waiting) {
                waiting.wait(CONNECTION_RETRY_DELAY_MS);
            }
        }
        if (isRunning) {
            throw new IOException(
                    "A record could not be sent to "
                            + hostName
                            + ":"
                            + port
                            + " in "
                            + retries
                            + " more tries",
                    last);
        }
    }

    private void disconnect() {
        if (client != null) {
            try {
                client.close();
            } catch (IOException e) {
                LOG.debug("A broken connection could not be closed", e);
            }
            client = null;
            outputStream = null;
        }
    }

    @Override
    public void close() throws Exception {
        isRunning = false;
        if (waiting != null) {
            synchronized (waiting) {
                waiting.notifyAll();
            }
        }
        if (client != null) {
            try {
                outputStream.flush();
            } finally {
                disconnect();
            }
        }
    }
}
