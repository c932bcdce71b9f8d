// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a job directory for one process: two that wrote the same checkpoints would destroy them.
 *
 * <p>On a local disk it is a lock of the operating system on the file {@code lock}, so that it dies
 * with its process, by whatever signal. Such a lock belongs to the whole process and is lost when
 * the process closes <em>any</em> channel to that file; therefore everything goes through a
 * registry of this JVM first, under the identity of the directory, and the file is never opened
 * here while it is held here. The file stays behind when the lock is given back: removing it would
 * let two processes hold two files of the same name.
 *
 * <p>On any other file system, and on a disk that other machines have mounted, too, only the
 * registry exists: it holds off a second job in this JVM, not another process. That is what {@link
 * Ownership} is for. Thread safe.
 */
final class JobLock implements AutoCloseable {

    /**
     * Who holds a lock.
     *
     * @param process its process id
     * @param host the machine it runs on
     * @param job the name of the job it runs there; empty where that is not known
     */
    record Holder(long process, String host, String job) {

        /** Three lines; the last, the job's name, may have line ends in it. */
        byte[] encode() {
            return (process + "\n" + host + "\n" + job + "\n").getBytes(StandardCharsets.UTF_8);
        }

        /**
         * What {@link #encode()} made, or some other text.
         *
         * @param where for people
         */
        static Holder decode(String text, String where) {
            String[] lines = text.split("\n", 3);
            try {
                return new Holder(
                        Long.parseLong(lines[0]),
                        lines.length > 1 ? lines[1] : "an unknown host",
                        lines.length > 2 && lines[2].endsWith("\n")
                                ? lines[2].substring(0, lines[2].length() - 1)
                                : "");
            } catch (NumberFormatException e) {
                return new Holder(-1, "an unknown host (" + where + " does not tell)", "");
            }
        }

        @Override
        public String toString() {
            return process > 0
                    ? "process " + process + " on " + host
                    : "another process on " + host;
        }
    }

    private static final int MAX_BYTES = 64 * 1024;
    private static final int TRIES = 20;
    private static final long PAUSE_NANOS = 5_000_000;

    /** Nobody holds it; but the directory can't be written to. */
    static final class Unwritable extends IOException {
        private static final long serialVersionUID = 1L;

        Unwritable(String message, IOException cause) {
            super(message, cause);
        }
    }

    private static final Map<Object, JobLock> HELD = new HashMap<>();

    /**
     * Channels to lock files that a copy of this class in another class loader holds: closing them
     * would end that lock, so they stay open as long as this process lives.
     */
    private static final List<FileChannel> NEVER_CLOSED = new ArrayList<>();

    private final Object identity;
    private final FileChannel channel;
    private final String job;

    private JobLock(Object identity, FileChannel channel, String job) {
        this.identity = identity;
        this.channel = channel;
        this.job = job;
    }

    /**
     * Takes the lock of a job directory, which must exist, for the job of this name.
     *
     * @throws IOException naming the process and host that hold it
     */
    static JobLock acquire(FileSystem fileSystem, Path jobDirectory, String job)
            throws IOException {
        synchronized (HELD) {
            Object identity = identity(fileSystem, jobDirectory);
            JobLock here = HELD.get(identity);
            if (here != null) {
                throw held(jobDirectory, self(here.job), " (this very process)");
            }
            FileChannel channel = null;
            if (excludes(fileSystem, jobDirectory)) {
                java.nio.file.Path file = local(CheckpointPaths.lockIn(jobDirectory));
                try {
                    channel =
                            open(
                                    file,
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.READ,
                                    StandardOpenOption.WRITE);
                } catch (IOException e) {
                    throw new Unwritable(e.getMessage(), e);
                }
                try {
                    if (!lock(channel)) {
                        throw held(jobDirectory, read(channel, file), "");
                    }
                    try {
                        write(channel, self(job));
                    } catch (IOException e) {
                        throw new Unwritable(
                                "the lock file " + file + " cannot be written: " + e.getMessage(),
                                e);
                    }
                } catch (OverlappingFileLockException e) {
                    NEVER_CLOSED.add(channel);
                    throw held(
                            jobDirectory,
                            self(""),
                            " (this very process, in another class loader)");
                } catch (Throwable t) {
                    channel.close();
                    throw t;
                }
            }
            JobLock lock = new JobLock(identity, channel, job);
            HELD.put(identity, lock);
            return lock;
        }
    }

    /**
     * Tries for a short time: another process that only asks who the {@link #holder} is has the
     * lock for a moment, for there is no other way to ask.
     */
    private static boolean lock(FileChannel channel) throws IOException {
        for (int tries = 0; tries < TRIES; tries++) {
            if (channel.tryLock() != null) {
                return true;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    private static FileChannel open(java.nio.file.Path file, StandardOpenOption... how)
            throws IOException {
        try {
            return FileChannel.open(file, how);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (FileSystemException e) {
            throw new IOException(
                    "The lock file "
                            + file
                            + " can't be opened ("
                            + e
                            + "), so that nobody can say whether a live process holds that directory. It"
                            + " probably belongs to another user: run the job as that one, or give it"
                            + " another checkpoint directory (execution.checkpointing.dir).",
                    e);
        }
    }

    /**
     * Who holds the lock of a job directory at this moment; empty when nobody does.
     *
     * @throws IOException saying so when that can't be told
     */
    static Optional<Holder> holder(FileSystem fileSystem, Path jobDirectory) throws IOException {
        synchronized (HELD) {
            JobLock here = HELD.get(identity(fileSystem, jobDirectory));
            if (here != null) {
                return Optional.of(self(here.job));
            }
            if (!excludes(fileSystem, jobDirectory)) {
                return Optional.empty();
            }
            java.nio.file.Path file = local(CheckpointPaths.lockIn(jobDirectory));
            FileChannel channel;
            try {
                channel = open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
            boolean close = true;
            try {
                return channel.tryLock() == null
                        ? Optional.of(read(channel, file))
                        : Optional.empty();
            } catch (OverlappingFileLockException e) {
                close = false;
                NEVER_CLOSED.add(channel);
                return Optional.of(self(""));
            } finally {
                if (close) {
                    channel.close();
                }
            }
        }
    }

    /** Gives the lock back. Idempotent. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (HELD.remove(identity, this) && channel != null) {
                channel.close();
            }
        }
    }

    private static IOException held(Path jobDirectory, Holder holder, String remark) {
        return new IOException(
                "The job directory "
                        + CheckpointPaths.told(jobDirectory)
                        + " is in use by "
                        + holder
                        + remark
                        + ". Two jobs must not write checkpoints to one directory: end the other one, or give this"
                        + " job another checkpoint directory (execution.checkpointing.dir).");
    }

    /** Whether such a lock holds off every other process, whatever machine it runs on. */
    static boolean excludes(FileSystem fileSystem, Path jobDirectory) {
        return isLocal(fileSystem) && !NetworkMounts.hold(local(jobDirectory));
    }

    private static Object identity(FileSystem fileSystem, Path jobDirectory) throws IOException {
        if (isLocal(fileSystem)) {
            java.nio.file.Path directory = local(jobDirectory);
            Object key = Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
            return key != null ? key : directory.toRealPath();
        }
        return CheckpointPaths.pointer(jobDirectory.makeQualified(fileSystem));
    }

    private static boolean isLocal(FileSystem fileSystem) {
        return "file".equals(fileSystem.getUri().getScheme());
    }

    private static java.nio.file.Path local(Path path) {
        return new File(path.getPath()).toPath();
    }

    static Holder self(String job) {
        return new Holder(ProcessHandle.current().pid(), ThisHost.name(), job);
    }

    private static void write(FileChannel channel, Holder holder) throws IOException {
        channel.truncate(0);
        ByteBuffer text = ByteBuffer.wrap(holder.encode());
        while (text.hasRemaining()) {
            channel.write(text);
        }
    }

    private static Holder read(FileChannel channel, java.nio.file.Path file) throws IOException {
        InputStream in = Channels.newInputStream(channel.position(0));
        String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        // Between taking the lock and writing its name a holder has none.
        return Holder.decode(text, file.toString());
    }
}
