// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A door before a server that can be slammed: connections through it are cut on request. */
public final class Door implements AutoCloseable {

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean shut;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();

    public Door(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** How many have come through. */
    public int passed() {
        return passed.get();
    }

    /** How many have found the door shut. */
    public int refused() {
        return refused.get();
    }

    /** Cuts all connections; later ones may pass. */
    public void slam() throws IOException {
        for (Socket socket : open) {
            // Only what is closed leaves the set: one that comes in meanwhile stays to be cut.
            open.remove(socket);
            socket.close();
        }
    }

    /** Cuts all connections, and those that are tried. */
    public void shut() throws IOException {
        shut = true;
        slam();
    }

    public void open() {
        shut = false;
    }

    @Override
    public void close() throws IOException {
        server.close();
        slam();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket in = server.accept();
                if (shut) {
                    in.close();
                    refused.incrementAndGet();
                    continue;
                }
                pass(in);
            } catch (IOException e) {
                // closed
            }
        }
    }

    private void pass(Socket in) throws IOException {
        Socket out;
        try {
            out = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            in.close(); // the server is away: the one who wanted to pass sees it
            return;
        }
        open.add(in);
        open.add(out);
        passed.incrementAndGet();
        daemon(() -> copy(in, out));
        daemon(() -> copy(out, in));
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException e) {
            // cut
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "door");
        thread.setDaemon(true);
        thread.start();
    }
}
