// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.experimental;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputViewStreamWrapper;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/**
 * What one client sends to a socket, such as a {@code SocketClientSink} with a {@code
 * TypeInformationSerializationSchema}. The first {@link #hasNext} waits for the client; when that
 * ends the connection there are no more.
 *
 * <p>For one thread; {@link #notifyOfError} and {@link #close} may be called from any.
 *
 * @param <T> what is sent
 */
@Experimental
public class SocketStreamIterator<T> implements Iterator<T> {

    private static final int SERVER_BACKLOG = 1;

    private final ServerSocket socket;
    private final TypeSerializer<T> serializer;

    private volatile Socket connectedSocket;
    private volatile Throwable error;
    private PushbackInputStream bytes;
    private DataInputViewStreamWrapper values;
    private T next;
    private boolean ended;

    /** At any free port of this machine, for clients of this machine. */
    public SocketStreamIterator(TypeSerializer<T> serializer) throws IOException {
        this(0, InetAddress.getLoopbackAddress(), serializer);
    }

    /**
     * At an address.
     *
     * @param port 0 for any that is free
     * @throws IOException when the port is taken
     */
    public SocketStreamIterator(int port, InetAddress address, TypeSerializer<T> serializer)
            throws IOException {
        this.serializer = Objects.requireNonNull(serializer, "serializer");
        this.socket = new ServerSocket(port, SERVER_BACKLOG, address);
    }

    /** The port that the client must connect to. */
    public int getPort() {
        return socket.getLocalPort();
    }

    /** The address that the client must connect to. */
    public InetAddress getBindAddress() {
        return socket.getInetAddress();
    }

    /** Ends the connection, or stops to wait for one. */
    public void close() {
        close(socket);
        Socket connected = connectedSocket;
        if (connected != null) {
            close(connected);
        }
    }

    private void close(AutoCloseable each) {
        try {
            each.close();
        } catch (Exception e) {
            notifyOfProblem(e);
        }
    }

    /**
     * Waits for a value.
     *
     * @return false when the client has ended the connection
     * @throws RuntimeException when the connection breaks, within a value too, or an error was told
     *     of
     */
    @Override
    public boolean hasNext() {
        if (next == null && !ended) {
            try {
                next = read();
                ended = next == null;
            } catch (IOException e) {
                Throwable cause = error == null ? e : error;
                throw new RuntimeException("Failed to receive next element: " + cause, cause);
            }
            if (ended) {
                close();
            }
        }
        return next != null;
    }

    /** Null at the end. */
    private T read() throws IOException {
        if (error != null) {
            throw new IOException(error);
        }
        if (values == null) {
            Socket connected = socket.accept();
            connectedSocket = connected;
            connected.setTcpNoDelay(true);
            InputStream stream = new BufferedInputStream(connected.getInputStream());
            bytes = new PushbackInputStream(stream);
            values = new DataInputViewStreamWrapper(bytes);
        }
        int first = bytes.read();
        if (first < 0) {
            return null;
        }
        bytes.unread(first);
        return serializer.deserialize(values);
    }

    /** The next value; waits for it. */
    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("The client has ended the connection");
        }
        T value = next;
        next = null;
        return value;
    }

    @Override
    public void remove() {
        throw new UnsupportedOperationException("What was received can't be removed");
    }

    /** Ends the connection; who waits for a value, or asks for one, gets this error. */
    public void notifyOfError(Throwable error) {
        if (notifyOfProblem(Objects.requireNonNull(error, "error"))) {
            close();
        }
    }

    private synchronized boolean notifyOfProblem(Throwable problem) {
        if (error != null) {
            return false;
        }
        error = problem;
        return true;
    }
}
