// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes directories that survive a loss of power.
 *
 * <p>They are made from the top, and the entry of each is forced to disk before the next is made.
 * So whoever finds that a part of a path exists need not know whether the one that made it lived
 * long enough to force it: at most the lowest directory that exists is in doubt. It is forced once;
 * a set remembers that. Any thread.
 */
final class DurableDirectories {

    /** Forces the entries of a directory to disk. */
    @FunctionalInterface
    interface Forcing {
        void force(Path directory) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(DurableDirectories.class);

    /** More than a sink writes to at a time; a directory that was forgotten is forced again. */
    private static final int REMEMBERED = 4096;

    private final Forcing forcing;

    /** Directories whose entries, and those of all above them, are on disk. */
    private final Set<Path> durable =
            Collections.newSetFromMap(
                    new LinkedHashMap<>() {
                        private static final long serialVersionUID = 1L;

                        @Override
                        protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
                            return size() > REMEMBERED;
                        }
                    });

    DurableDirectories(Forcing forcing) {
        this.forcing = forcing;
    }

    /** Forces the entries of a directory to disk: files made, renamed and removed in it. */
    void force(Path directory) throws IOException {
        forcing.force(directory);
    }

    /**
     * Makes a directory and those above it, durably. Others may make them at the same time.
     *
     * @throws FileAlreadyExistsException naming what is in the way
     */
    synchronized void make(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path there = directory.toAbsolutePath();
        for (; there.getParent() != null && !Files.isDirectory(there); there = there.getParent()) {
            missing.push(there);
        }
        if (!durable.contains(there) && there.getParent() != null) {
            try {
                forcing.force(there.getParent());
            } catch (AccessDeniedException e) {
                // Then this user can't have made it either, and need not care for it.
                LOG.debug("The entry of {} can't be forced to disk.", there, e);
            }
        }
        durable.add(there);
        for (Path next : missing) {
            try {
                Files.createDirectory(next);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(next)) {
                    throw LocalDirectories.inTheWay(next, e);
                }
            }
            forcing.force(next.getParent());
            durable.add(next);
        }
    }
}
