// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.fs.FileStatus;
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

/**
 * Pending files on a {@link FaultyFileSystem}, by the same rules as on the local disk: one that is
 * taken up again is copied.
 */
final class FaultyRecoverableWriter implements RecoverableWriter {

    private static final String ENDED = "ended ";
    private static final String COPIED = "copied ";

    private final FaultyFileSystem fileSystem;

    /** Directories that are known to be on disk with all above them. */
    private final Set<Path> durable = new HashSet<>();

    FaultyRecoverableWriter(FaultyFileSystem fileSystem) {
        this.fileSystem = fileSystem;
    }

    /** How far a file had come, whether it was closed, and whether it is a copy of another one. */
    private record Pending(Path target, Path temp, long offset, boolean ended, boolean copied)
            implements CommitRecoverable, ResumeRecoverable {}

    @Override
    public RecoverableFsDataOutputStream open(Path path) throws IOException {
        makeDurable(path.getParent());
        return begin(path, false);
    }

    private Stream begin(Path target, boolean copied) throws IOException {
        Path temp = new Path(target.getParent(), prefix(target) + fileSystem.nextName());
        return new Stream(
                target, temp, fileSystem.createFile(temp, WriteMode.NO_OVERWRITE), copied);
    }

    private static String prefix(Path target) {
        return "." + target.getName() + ".inprogress.";
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
        return copy((Pending) resumable);
    }

    /** Somebody may still write the file. */
    private Stream copy(Pending pending) throws IOException {
        FaultyDisk.File file = fileSystem.file(pending.temp());
        requireBytes(pending, file);
        byte[] bytes = new byte[(int) pending.offset()];
        fileSystem.read(fileSystem.life(), pending.temp(), file, 0, bytes, 0, bytes.length);
        Stream copy = begin(pending.target(), true);
        copy.write(bytes, 0, bytes.length);
        return copy;
    }

    private void removeAllOf(Path target) throws IOException {
        String prefix = prefix(target);
        for (FileStatus child : fileSystem.listStatus(target.getParent())) {
            if (child.getPath().getName().startsWith(prefix)) {
                fileSystem.delete(child.getPath(), false);
            }
        }
        fileSystem.syncDirectory(target.getParent());
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
        private final boolean copied;
        private boolean persisted;
        private boolean closed;

        Stream(Path target, Path temp, FaultyDisk.File file, boolean copied) {
            this.target = target;
            this.temp = temp;
            this.file = file;
            this.copied = copied;
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
            return persisted(false);
        }

        private Pending persisted(boolean ended) throws IOException {
            fileSystem.sync(ofLife, temp, file);
            fileSystem.syncDirectory(temp.getParent());
            persisted = true;
            return new Pending(target, temp, file.length(), ended, copied);
        }

        @Override
        public Committer closeForCommit() throws IOException {
            Pending pending = persisted(true);
            close();
            return new PendingCommitter(pending);
        }

        @Override
        public void close() throws IOException {
            boolean unknown = copied && !persisted && !closed;
            closed = true;
            if (unknown) {
                fileSystem.delete(temp, false);
            }
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
            giveName(pending.temp());
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
                    removeOthers();
                }
                return;
            }
            requireBytes(pending, file);
            if (pending.ended()) {
                giveName(pending.temp());
                return;
            }
            if (!fileSystem.exists(pending.target())) {
                Stream copy = copy(pending);
                copy.persist();
                copy.close();
                giveName(copy.temp);
            }
            removeAllOf(pending.target());
        }

        private void removeOthers() throws IOException {
            if (pending.copied()) {
                removeAllOf(pending.target());
            }
        }

        private void giveName(Path temp) throws IOException {
            if (fileSystem.exists(pending.target())) {
                throw new FileAlreadyExistsException(
                        pending.target().toString(),
                        temp.toString(),
                        "a finished file of this name exists and is not overwritten");
            }
            fileSystem.rename(temp, pending.target());
            fileSystem.syncDirectory(pending.target().getParent());
            removeOthers();
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
                            (pending.target()
                                            + "\n"
                                            + pending.temp()
                                            + "\n"
                                            + (pending.ended() ? ENDED : "")
                                            + (pending.copied() ? COPIED : ""))
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
                        return new Pending(
                                new Path(paths[0]),
                                new Path(paths[1]),
                                offset,
                                paths[2].contains(ENDED),
                                paths[2].contains(COPIED));
                    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
                        throw new IOException("These bytes are no pending file.", e);
                    }
                }
            };
}
