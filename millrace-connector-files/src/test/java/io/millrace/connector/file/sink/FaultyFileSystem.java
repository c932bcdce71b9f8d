// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The local file system under the scheme {@code faulty}, which fails at one chosen moment: before
 * or after any open, write, persist, close and commit, and in the middle of a write. Once it has
 * failed nothing works any more until {@link #arm}, as if the process had been killed.
 */
final class FaultyFileSystem extends FileSystem {

    /** The chosen moment has come. */
    static final class Crash extends IOException {

        private static final long serialVersionUID = 1L;

        Crash() {
            super("injected");
        }
    }

    private static final URI ADDRESS = URI.create("faulty:///");
    private static final List<RecoverableFsDataOutputStream> OPEN = new ArrayList<>();

    private static int momentsLeft = Integer.MAX_VALUE;

    private final FileSystem local = getLocalFileSystem();

    /** Fails at the moment with this number, counted from 0 from now on. */
    static void arm(int moment) {
        momentsLeft = moment;
    }

    static void disarm() {
        arm(Integer.MAX_VALUE);
    }

    /** What the operating system does for a killed process. */
    static void closeAll() throws IOException {
        for (RecoverableFsDataOutputStream stream : OPEN) {
            stream.close();
        }
        OPEN.clear();
    }

    /** A moment at which it may fail. */
    static void moment() throws Crash {
        if (momentsLeft <= 0) {
            throw new Crash();
        }
        if (momentsLeft != Integer.MAX_VALUE) {
            momentsLeft--;
        }
    }

    private static Path local(Path path) {
        return new Path("file", null, path.getPath());
    }

    private static Path own(Path path) {
        return new Path("faulty", null, path.getPath());
    }

    @Override
    public Path getWorkingDirectory() {
        return own(local.getWorkingDirectory());
    }

    @Override
    public Path getHomeDirectory() {
        return own(local.getHomeDirectory());
    }

    @Override
    public URI getUri() {
        return ADDRESS;
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return new Status(local.getFileStatus(local(f)));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return open(f);
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return local.open(local(f));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        FileStatus[] found = local.listStatus(local(f));
        for (int i = 0; i < found.length; i++) {
            found[i] = new Status(found[i]);
        }
        return found;
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        moment();
        return local.delete(local(f), recursive);
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
        return local.mkdirs(local(f));
    }

    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path src, Path dst) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isDistributedFS() {
        return false;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.FILE_SYSTEM;
    }

    @Override
    public RecoverableWriter createRecoverableWriter() throws IOException {
        return new Writer(local.createRecoverableWriter());
    }

    /** Found by {@code FileSystem.get}. */
    public static final class Factory implements FileSystemFactory {

        public Factory() {}

        @Override
        public String getScheme() {
            return "faulty";
        }

        @Override
        public FileSystem create(URI fsUri) {
            return new FaultyFileSystem();
        }
    }

    private record Status(FileStatus of) implements FileStatus {

        @Override
        public long getLen() {
            return of.getLen();
        }

        @Override
        public long getBlockSize() {
            return of.getBlockSize();
        }

        @Override
        public short getReplication() {
            return of.getReplication();
        }

        @Override
        public long getModificationTime() {
            return of.getModificationTime();
        }

        @Override
        public long getAccessTime() {
            return of.getAccessTime();
        }

        @Override
        public boolean isDir() {
            return of.isDir();
        }

        @Override
        public Path getPath() {
            return own(of.getPath());
        }
    }

    private record Writer(RecoverableWriter of) implements RecoverableWriter {

        @Override
        public RecoverableFsDataOutputStream open(Path path) throws IOException {
            moment();
            Stream stream = new Stream(of.open(local(path)));
            moment();
            return stream;
        }

        @Override
        public RecoverableFsDataOutputStream recover(ResumeRecoverable resumable)
                throws IOException {
            moment();
            Stream stream = new Stream(of.recover(resumable));
            moment();
            return stream;
        }

        @Override
        public boolean requiresCleanupOfRecoverableState() {
            return of.requiresCleanupOfRecoverableState();
        }

        @Override
        public boolean cleanupRecoverableState(ResumeRecoverable resumable) throws IOException {
            return of.cleanupRecoverableState(resumable);
        }

        @Override
        public RecoverableFsDataOutputStream.Committer recoverForCommit(CommitRecoverable resumable)
                throws IOException {
            return new Commit(of.recoverForCommit(resumable));
        }

        @Override
        public SimpleVersionedSerializer<CommitRecoverable> getCommitRecoverableSerializer() {
            return of.getCommitRecoverableSerializer();
        }

        @Override
        public SimpleVersionedSerializer<ResumeRecoverable> getResumeRecoverableSerializer() {
            return of.getResumeRecoverableSerializer();
        }

        @Override
        public boolean supportsResume() {
            return of.supportsResume();
        }
    }

    private record Commit(RecoverableFsDataOutputStream.Committer of)
            implements RecoverableFsDataOutputStream.Committer {

        @Override
        public void commit() throws IOException {
            moment();
            of.commit();
            moment();
        }

        @Override
        public void commitAfterRecovery() throws IOException {
            moment();
            of.commitAfterRecovery();
            moment();
        }

        @Override
        public RecoverableWriter.CommitRecoverable getRecoverable() {
            return of.getRecoverable();
        }
    }

    private static final class Stream extends RecoverableFsDataOutputStream {

        private final RecoverableFsDataOutputStream of;

        Stream(RecoverableFsDataOutputStream of) {
            this.of = of;
            OPEN.add(of);
        }

        @Override
        public void write(int b) throws IOException {
            moment();
            of.write(b);
        }

        @Override
        public void write(byte[] b, int off, int len) throws IOException {
            moment();
            of.write(b, off, len / 2);
            moment();
            of.write(b, off + len / 2, len - len / 2);
            moment();
        }

        @Override
        public long getPos() throws IOException {
            return of.getPos();
        }

        @Override
        public void flush() throws IOException {
            of.flush();
        }

        @Override
        public void sync() throws IOException {
            of.sync();
        }

        @Override
        public RecoverableWriter.ResumeRecoverable persist() throws IOException {
            moment();
            RecoverableWriter.ResumeRecoverable point = of.persist();
            moment();
            return point;
        }

        @Override
        public Committer closeForCommit() throws IOException {
            moment();
            Committer committer = of.closeForCommit();
            OPEN.remove(of);
            moment();
            return new Commit(committer);
        }

        @Override
        public void close() throws IOException {
            of.close();
            OPEN.remove(of);
        }
    }
}
