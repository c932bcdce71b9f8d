// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.steer;

import io.millrace.engine.storage.SocketDirectory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;

/** Finds out who listens in a directory of sockets. */
final class Sockets {

    private Sockets() {}

    /** Connects; null where nobody listens any more, and the socket that was left is removed. */
    static SocketChannel connect(String socket) throws IOException {
        try {
            return SocketChannel.open(UnixDomainSocketAddress.of(socket));
        } catch (ConnectException e) {
            // Its process was killed: a socket has its name only while it listens.
            SocketDirectory.remove(socket);
            return null;
        } catch (java.net.SocketException e) {
            if (String.valueOf(e.getMessage()).contains("No such file")) {
                return null; // ended a moment ago
            }
            throw e;
        }
    }

    /** Removes what killed processes left. */
    static void removeDead(SocketDirectory directory) throws IOException {
        for (String socket : directory.sockets()) {
            // One whose process is alive is not asked: that would cost it a thread.
            boolean alive = SocketDirectory.process(socket).flatMap(ProcessHandle::of).isPresent();
            if (!alive) {
                SocketChannel channel = connect(socket);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }
}
