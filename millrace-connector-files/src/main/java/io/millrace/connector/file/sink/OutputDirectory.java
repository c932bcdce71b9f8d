// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import io.millrace.spi.DurableFileSystem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the directory a sink writes to, before anything is read, and so that it survives a loss of
 * power: finished files are no use in a directory that is gone.
 *
 * <p>From the top, each forced to disk before the next is made. So of directories that are there
 * only the lowest can be one whose maker died before it was on disk, and that one is forced again.
 */
final class OutputDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(OutputDirectory.class);

    private OutputDirectory() {}

    /**
     * @throws IOException naming the directory, when it is not there and cannot be made
     */
    static void make(FileSystem fs, Path directory) throws IOException {
        try {
            makeFromTop(fs, directory);
        } catch (IOException e) {
            throw new IOException(
                    "The file sink cannot write to the directory "
                            + Addresses.shown(directory)
                            + ": it is not there and cannot be made. Check that each part of the path is a directory"
                            + " and that this user may write there. "
                            + e.getMessage(),
                    e);
        }
    }

    private static void makeFromTop(FileSystem fs, Path directory) throws IOException {
        boolean there = fs.exists(directory);
        Path parent = directory.getParent();
        if (!there && parent != null) {
            makeFromTop(fs, parent);
        }
        // Also where something is there, since that may be a file.
        if (!fs.mkdirs(directory)) {
            throw new IOException("Making " + Addresses.shown(directory) + " failed.");
        }
        if (parent != null && fs instanceof DurableFileSystem durable) {
            try {
                durable.syncDirectory(parent);
            } catch (AccessDeniedException e) {
                if (!there) {
                    throw e;
                }
                // Then this user can't have made it either, and need not care for it.
                LOG.debug(
                        "The entry of {} can't be forced to disk.", Addresses.shown(directory), e);
            }
        }
    }
}
