// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.FileSystem.WriteMode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that appears whole, and once: it is written aside, forced to the disks of its datanodes,
 * closed, and renamed. Of several who try, the namenode lets one rename, for its rename replaces
 * nothing.
 *
 * <p>When the answer to the rename is lost, nobody knows whether it was done or is still to be
 * done. So the file aside is removed then: if it was there, the rename was not done and never will
 * be; if not, it was done, and what is at the new name tells by whom.
 */
final class WholeFile {

    private static final Logger LOG = LoggerFactory.getLogger(WholeFile.class);

    private final HadoopFileSystem fileSystem;
    private final FileSystem hadoop;
    private final Path path;
    private final byte[] content;

    WholeFile(HadoopFileSystem fileSystem, io.millrace.core.fs.Path path, byte[] content) {
        this.fileSystem = fileSystem;
        this.hadoop = fileSystem.hadoop();
        this.path = fileSystem.paths().theirs(path);
        this.content = content;
    }

    void create() throws IOException {
        if (hadoop.exists(path)) {
            requireOurs();
            return;
        }
        Path aside =
                new Path(
                        path.getParent(), "." + path.getName() + "." + UUID.randomUUID() + ".part");
        boolean renamed;
        try {
            write(aside);
            renamed = rename(aside);
        } catch (Throwable t) {
            removeQuietly(aside, t);
            throw t;
        }
        if (!renamed) {
            try {
                requireOurs();
            } catch (FileNotFoundException e) {
                throw new IOException(
                        "The namenode refused to rename "
                                + aside
                                + " to "
                                + path
                                + ", though nothing of that name is there. Is its directory gone?",
                        e);
            } finally {
                remove(aside);
            }
        }
    }

    private void write(Path aside) throws IOException {
        try (FSDataOutputStream out = fileSystem.create(aside, WriteMode.NO_OVERWRITE)) {
            out.write(content);
            HadoopOutput.force(aside, out);
        }
    }

    private boolean rename(Path aside) throws IOException {
        try {
            return hadoop.rename(aside, path);
        } catch (IOException e) {
            boolean removed;
            try {
                removed = hadoop.delete(aside, false);
            } catch (IOException again) {
                again.addSuppressed(e);
                throw new IOException(
                        "It is not known whether "
                                + path
                                + " was made: neither renaming it nor removing "
                                + aside
                                + " was answered.",
                        again);
            }
            if (removed) {
                throw e;
            }
            LOG.info("The answer to making {} was an error; looking what came of it.", path, e);
            return false;
        }
    }

    /**
     * @throws FileAlreadyExistsException if what is there is not what was to be made
     */
    private void requireOurs() throws IOException {
        if (hadoop.getFileStatus(path).isDirectory()) {
            throw new FileAlreadyExistsException(path.toString(), null, "it is a directory");
        }
        byte[] there;
        try (FSDataInputStream in = hadoop.open(path)) {
            there = in.readNBytes(content.length + 1);
        }
        if (!Arrays.equals(there, content)) {
            throw new FileAlreadyExistsException(
                    path.toString(), null, "somebody else has made it, with another content");
        }
    }

    private void remove(Path aside) {
        try {
            hadoop.delete(aside, false);
        } catch (IOException e) {
            LOG.warn("{} was not removed; it is hidden and harms nobody.", aside, e);
        }
    }

    private void removeQuietly(Path aside, Throwable cause) {
        try {
            hadoop.delete(aside, false);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }
}
