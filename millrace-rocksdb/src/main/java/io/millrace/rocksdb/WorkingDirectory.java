// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the databases of one job lie while it runs, on one local disk: {@code
 * <base>/millrace-rocksdb/<random>}. Nothing in it is needed after the job, for checkpoints hold
 * second names of what they need, or copies.
 *
 * <p><b>After a crash.</b> Who uses a directory holds a lock on the file {@code lock} in it, which
 * the operating system takes back when the process dies, however it does. Whoever makes a directory
 * looks at its siblings first and removes those whose lock is free. A directory is made under the
 * lock of {@code <base>/millrace-rocksdb/.making}, so that none is seen between its making and the
 * taking of its lock.
 */
final class WorkingDirectory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WorkingDirectory.class);

    private static final String PARENT = "millrace-rocksdb";
    private static final String LOCK = "lock";

    /** Those of this process: it can't tell them from stale ones by their locks. */
    private static final Set<Path> OWN = new HashSet<>();

    private final Path path;
    private final FileChannel channel;
    private final AtomicLong made = new AtomicLong();

    private WorkingDirectory(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Makes one, and removes those that dead processes have left there. */
    static WorkingDirectory in(Path base) throws IOException {
        synchronized (OWN) {
            Path parent = base.toAbsolutePath().resolve(PARENT);
            try {
                Files.createDirectories(parent);
                try (FileChannel making =
                        FileChannel.open(
                                parent.resolve(".making"),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE)) {
                    making.lock(); // until it is closed
                    removeStale(parent);
                    return make(parent);
                }
            } catch (IOException e) {
                throw new IOException(
                        "RocksDB can't keep its files in "
                                + parent
                                + ": "
                                + e
                                + ". Name another directory of a local disk by"
                                + " state.backend.rocksdb.localdir.",
                        e);
            }
        }
    }

    private static WorkingDirectory make(Path parent) throws IOException {
        Path path = parent.resolve(UUID.randomUUID().toString());
        Files.createDirectory(path);
        FileChannel channel =
                FileChannel.open(
                        path.resolve(LOCK),
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw new IOException("somebody else has locked " + path.resolve(LOCK));
        }
        OWN.add(path);
        return new WorkingDirectory(path, channel);
    }

    private static void removeStale(Path parent) throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(parent)) {
            for (Path sibling : siblings) {
                if (Files.isDirectory(sibling) && !OWN.contains(sibling) && isFree(sibling)) {
                    LOG.info("Removes {}, which a process that died has left", sibling);
                    remove(sibling);
                }
            }
        }
    }

    private static boolean isFree(Path directory) {
        try (FileChannel theirs =
                        FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = theirs.tryLock()) {
            return lock != null;
        } catch (NoSuchFileException e) {
            return true; // it died in the making, or in the removing
        } catch (IOException | OverlappingFileLockException e) {
            return false; // another user's, perhaps
        }
    }

    /** A new directory in it; its parent is there, it itself is not. */
    Path next(String what) {
        return path.resolve(made.incrementAndGet() + "-" + what.replaceAll("[^A-Za-z0-9]", "_"));
    }

    Path path() {
        return path;
    }

    /** Removes all of it. What can't be removed is told, and tried by the next to come. */
    @Override
    public void close() {
        try {
            channel.close();
            remove(path);
        } catch (IOException e) {
            LOG.warn(
                    "The working directory {} could not be removed wholly: {}. The next job on this"
                            + " disk tries again.",
                    path,
                    e.toString());
        }
        synchronized (OWN) {
            OWN.remove(path);
        }
    }

    /** Removes a directory with all that is in it; it may be gone, or going. */
    static void remove(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
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
                        Files.deleteIfExists(dir);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
