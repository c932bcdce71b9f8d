// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** What is done to directories of this machine: made, forced to disk, removed. */
final class LocalDirectories {

    private LocalDirectories() {}

    /** Forces the entries of a directory to disk: files made, renamed and removed in it. */
    static void sync(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            LocalFailure.naming(directory.toFile(), "forced to disk", () -> channel.force(true));
        }
    }

    /**
     * Makes a directory and those above it. Others may make them at the same time.
     *
     * @throws FileAlreadyExistsException naming what is in the way
     */
    static void make(Path directory) throws IOException {
        for (Path at = directory; at != null && !Files.isDirectory(at); at = at.getParent()) {
            // Asked again, since somebody may have made it just now.
            if (Files.exists(at) && !Files.isDirectory(at)) {
                throw inTheWay(at, null);
            }
        }
        LocalFailure.naming(directory.toFile(), "made", () -> Files.createDirectories(directory));
    }

    static FileAlreadyExistsException inTheWay(Path file, IOException cause) {
        FileAlreadyExistsException named =
                new FileAlreadyExistsException(
                        file.toString(),
                        null,
                        "a regular file is there where a directory is needed");
        named.initCause(cause);
        return named;
    }

    /** Whether this is a directory that is not empty. */
    static boolean holdsSomething(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (DirectoryStream<Path> children = Files.newDirectoryStream(path)) {
            return children.iterator().hasNext();
        }
    }

    /**
     * Under such a name an NFS client keeps a file that was removed while some process has it open;
     * it goes when that one closes it, and not before.
     */
    private static final String REMOVED_WHILE_OPEN = ".nfs";

    /**
     * Removes a directory with all that is in it; symbolic links are removed, not followed. What
     * only waits for a process to close it stays, and the directories above it.
     */
    static void removeTree(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        try {
                            Files.deleteIfExists(file);
                        } catch (FileSystemException e) {
                            if (!isRemovedWhileOpen(file)) {
                                throw e;
                            }
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path dir, IOException e)
                            throws IOException {
                        if (e != null) {
                            throw e;
                        }
                        try {
                            Files.deleteIfExists(dir);
                        } catch (DirectoryNotEmptyException notEmpty) {
                            if (!holdsOnlyWhatIsOpen(dir)) {
                                throw notEmpty;
                            }
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private static boolean isRemovedWhileOpen(Path file) {
        return file.getFileName().toString().startsWith(REMOVED_WHILE_OPEN);
    }

    private static boolean holdsOnlyWhatIsOpen(Path directory) throws IOException {
        try (DirectoryStream<Path> children = Files.newDirectoryStream(directory)) {
            for (Path child : children) {
                if (!isRemovedWhileOpen(child)
                        && !(Files.isDirectory(child) && holdsOnlyWhatIsOpen(child))) {
                    return false;
                }
            }
            return true;
        }
    }
}
