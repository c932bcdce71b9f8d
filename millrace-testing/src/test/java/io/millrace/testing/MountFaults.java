// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.fs.Path;
import io.millrace.testing.FaultyFileSystem.Kind;
import io.millrace.testing.FaultyFileSystem.Operation;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;

/**
 * What a mount of a network file system does to one of its hosts, by chance: a stand-in, no NFS. It
 * says that a manifest which another host has made is missing, until asked anew; that something
 * failed which was done; that a handle is stale; that there is no room, only when a file is forced;
 * and it lets calls fail that never reached the server.
 */
final class MountFaults implements FaultyFileSystem.Fault {

    private final Random random;
    private final int oneIn;

    /** What this host has made, or asked the server for. */
    private final Set<String> asked = new HashSet<>();

    MountFaults(Random random, int oneIn) {
        this.random = random;
        this.oneIn = oneIn;
    }

    @Override
    public void before(Operation operation) throws IOException {
        Path path = operation.path();
        switch (operation.kind()) {
            case RENAME, EXISTS_NOW -> asked.add(path.getPath());
            case STATUS -> {
                if (path.getName().equals("_metadata")
                        && !asked.contains(path.getPath())
                        && random.nextInt(2) == 0) {
                    throw new FileNotFoundException(path + ": as this host remembers it");
                }
            }
            default -> {}
        }
        if (random.nextInt(oneIn) == 0) {
            throw new IOException(
                    operation.kind() == Kind.SYNC
                            ? "No space left on device: " + operation
                            : random.nextBoolean()
                                    ? "Stale file handle: " + operation
                                    : "Connection timed out: " + operation);
        }
    }

    @Override
    public void after(Operation operation) throws IOException {
        if (random.nextInt(oneIn) == 0) {
            throw new IOException("Connection timed out, but it was done: " + operation);
        }
    }
}
