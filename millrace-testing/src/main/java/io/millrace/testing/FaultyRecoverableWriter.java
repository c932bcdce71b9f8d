// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableFsDataOutputStream.Committer;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.HashSet;
import java.util.Set;

/** Pending files on a {@link FaultyFileSystem}, by the same rules as on the local disk. */
final class FaultyRecoverableWriter implements RecoverableWriter {

    private final FaultyFileSystem fileSystem;

    /** Directories that are known to be on disk with all above them. */
    private final Set<Path> durable = new HashSet<>();

    FaultyRecoverableWriter(FaultyFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** How far a file had come. */
    private record Pending(Path target, Path temp, long offset)
            implements CommitRecoverable, ResumeRecoverable {}

    @Override
    public RecoverableFsDataOutputStream open(Path path) throws IOException {
        Path temp =
                new Path(
                        path.getParent(),
                        "." + path.getName() + ".inprogress." + fileSystem.nextName());
        makeDurable(path.getParent());
        return new Stream(path, temp, fileSystem.createFile(temp, WriteMode.NO_OVERWRITE));
    }

    /** From the top, each forced before the next; the lowest one that is there is forced once. */
    private void makeDurable(Path directory) throws IOException {
        boolean there = fileSystem.exists(directory);
        if (there && durable.contains(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (!there && parent != null) {
            makeDurable(parent);
        }
        fileSystem.mkdirs(directory);
        if (parent != null) {
            fileSystem.syncDirectory(parent);
        }
        durable.add(directory);
    }

    @Override
    public RecoverableFsDataOutputStream recover(ResumeRecoverable resumable) throws IOException {
        Pending pending = (Pending) resumable;
        FaultyDisk.File file = fileSystem.file(pending.temp());
        requireBytes(pending, file);
        fileSystem.cut(pending.temp(), pending.offset());
        return new Stream(pending.target(), pending.temp(), file);
    }

    @Override
    public boolean requiresCleanupOfRecoverableState() {
        return false;
    }

    @Override
    public boolean cleanupRecoverableState(ResumeRecoverable resumable) {
        return false;
    }

    @Override
    public Committer recoverForCommit(CommitRecoverable resumable) {
        return new PendingCommitter((Pending) resumable);
    }

    @Override
    @SuppressWarnings("unchecked") // the writer hands out no other kind
    public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
        return (SimpleVersionedSerializer<CommitRecoverable>)
                (SimpleVersionedSerializer<?>) PENDING_SERIALIZER;
    }

    @Override
    @SuppressWarnings("unchecked") // the writer hands out no other kind
    public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
        return (SimpleVersionedSerializer<ResumeRecoverable>)
                (SimpleVersionedSerializer<?>) PENDING_SERIALIZER;
    }

    @Override
    public boolean supportsResume() {
        return true;
    }

    private static void requireBytes(Pending pending, FaultyDisk.File file) throws IOException {
        if (file.length() < pending.offset()) {
            throw new IOException(
                    "The pending file "
                            + pending.temp()
                            + " has "
                            + file.length()
                            + " bytes, but "
                            + pending.offset()
                            + " had been made durable: data is lost.");
        }
    }

    private final class Stream extends RecoverableFsDataOutputStream {
        private final int ofLife = fileSystem.life();
        private final Path target;
        private final Path temp;
        private final FaultyDisk.File file;
        private boolean closed;

        Stream(Path target, Path temp, FaultyDisk.File file) {
            this.target = target;
            this.temp = temp;
            this.file = file;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            if (closed) {
                throw new IOException("The stream to " + temp + " is closed.");
            }
            fileSystem.write(ofLife, temp, file, bytes, offset, count);
        }

        @Override
        public void flush() {
            // Nothing is held back here.
        }

        @Override
        public void sync() throws IOException {
            fileSystem.sync(ofLife, temp, file);
        }

        @Override
        public long getPos() {
            return file.length();
        }

        @Override
        public ResumeRecoverable persist() throws IOException {
            return persisted();
        }

        private Pending persisted() throws IOException {
            fileSystem.sync(ofLife, temp, file);
            fileSystem.syncDirectory(temp.getParent());
            return new Pending(target, temp, file.length());
        }

        @Override
        public Committer closeForCommit() throws IOException {
            Pending pending = persisted();
            close();
            return new PendingCommitter(pending);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final class PendingCommitter implements Committer {
        private final Pending pending;

        PendingCommitter(Pending pending) {
            this.pending = pending;
        }

        @Override
        public void commit() throws IOException {
            FaultyDisk.File file = fileSystem.file(pending.temp());
            if (file.length() != pending.offset()) {
                throw new IOException(
                        "The pending file "
                                + pending.temp()
                                + " has "
                                + file.length()
                                + " bytes instead of "
                                + pending.offset()
                                + ".");
            }
            giveName();
        }

        @Override
        public void commitAfterRecovery() throws IOException {
            FaultyDisk.File file;
            try {
                file = fileSystem.file(pending.temp());
            } catch (FileNotFoundException e) {
                // Committed before, perhaps by one that died before it was on disk; where neither
                // file is there a reader has taken the finished one away.
                if (fileSystem.exists(pending.target())) {
                    fileSystem.syncDirectory(pending.target().getParent());
                }
                return;
            }
            requireBytes(pending, file);
            if (file.length() > pending.offset()) {
                fileSystem.cut(pending.temp(), pending.offset());
            }
            giveName();
        }

        private void giveName() throws IOException {
            if (fileSystem.exists(pending.target())) {
                throw new FileAlreadyExistsException(
                        pending.target().toString(),
                        pending.temp().toString(),
                        "a finished file of this name exists and is not overwritten");
            }
            fileSystem.rename(pending.temp(), pending.target());
            fileSystem.syncDirectory(pending.target().getParent());
        }

        @Override
        public CommitRecoverable getRecoverable() {
            return pending;
        }
    }

    private static final SimpleVersionedSerializer<Pending> PENDING_SERIALIZER =
            new SimpleVersionedSerializer<>() {
                @Override
                public int getVersion() {
                    return 1;
                }

                @Override
                public byte[] serialize(Pending pending) {
                    byte[] paths =
                            (pending.target() + "\n" + pending.temp())
                                    .getBytes(StandardCharsets.UTF_8);
                    return ByteBuffer.allocate(Long.BYTES + paths.length)
                            .putLong(pending.offset())
                            .put(paths)
                            .array();
                }

                @Override
                public Pending deserialize(int version, byte[] serialized) throws IOException {
                    try {
                        ByteBuffer in = ByteBuffer.wrap(serialized);
                        long offset = in.getLong();
                        String[] paths =
                                StandardCharsets.UTF_8.decode(in).toString().split("\n", -1);
                        return new Pending(new Path(paths[0]), new Path(paths[1]), offset);
                    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
                        throw new IOException("These bytes are no pending file.", e);
                    }
                }
            };
}
