// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.export;

import io.millrace.cli.UsageException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The jar that is to be written. It appears as a whole or not at all, and takes the place of
 * nothing but a file: what else is there by its name is somebody's, and stays.
 */
final class OutputJar {

    private final Path named;
    private final Path file;

    /**
     * Looks whether it can be written, before any work is done for it.
     *
     * @param named as the user calls it
     * @throws UsageException if something else than a file is there, or no directory to write into
     */
    OutputJar(Path named) throws IOException {
        this.named = named;
        if (Files.isDirectory(named)) {
            throw new UsageException(named + " is a directory; -o wants the name of the new jar");
        }
        if (Files.exists(named) && !Files.isRegularFile(named)) {
            throw new UsageException(
                    named + " is no regular file; say the name of a new jar with -o");
        }
        if (Files.exists(named, LinkOption.NOFOLLOW_LINKS) && !Files.exists(named)) {
            throw new UsageException(
                    named + " is a link that leads nowhere; say the name of a new jar with -o");
        }
        // Behind a link the file is replaced, not the link.
        file = Files.exists(named) ? named.toRealPath() : named.toAbsolutePath();
        Path directory = file.getParent();
        if (!Files.isDirectory(directory)) {
            throw new UsageException(
                    "There is no directory "
                            + (named.getParent() == null ? directory : named.getParent())
                            + " to write "
                            + named.getFileName()
                            + " into");
        }
    }

    /** Whether it is the same file. */
    boolean is(Path other) throws IOException {
        return Files.exists(file) && Files.isSameFile(other, file);
    }

    /** What is written. */
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Writes beside the place first; on failure nothing of it is left. */
    void write(Content content) throws IOException {
        Path aside =
                file.resolveSibling(
                        file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        boolean begun = false;
        try {
            try (OutputStream out =
                    Files.newOutputStream(
                            aside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                begun = true;
                try (OutputStream buffered = new BufferedOutputStream(out, 1 << 16)) {
                    content.writeTo(buffered);
                }
            }
            Files.move(
                    aside,
                    file,
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
            begun = false;
        } catch (AccessDeniedException e) {
            throw new IOException(
                    named + " can't be written: the permissions of its directory forbid it", e);
        } catch (NoSuchFileException e) {
            throw new IOException(named + " can't be written: its directory is gone", e);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    named + " can't be written: " + aside + " is in the way; remove it", e);
        } catch (IOException e) {
            throw new IOException(named + " can't be written: " + e.getMessage(), e);
        } finally {
            if (begun) {
                Files.deleteIfExists(aside);
            }
        }
    }
}
