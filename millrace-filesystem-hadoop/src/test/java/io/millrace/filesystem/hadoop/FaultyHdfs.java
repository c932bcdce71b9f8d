// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Progressable;

/**
 * A client of HDFS that is slow, fails each k-th call, or does what it was asked and then says that
 * it failed. Chosen by {@code fs.hdfs.impl}; what it does is set for the whole JVM.
 */
public final class FaultyHdfs extends FilterFileSystem implements LeaseRecoverable {

    /** What happens to a call. */
    enum Fault {
        /** Nothing was done. */
        BEFORE,
        /** It was done, and the answer is lost. */
        AFTER
    }

    /** Which calls there are. */
    enum Call {
        CREATE,
        OPEN,
        APPEND,
        TRUNCATE,
        RENAME,
        DELETE,
        MKDIRS,
        STATUS,
        LIST,
        LEASE,
        SYNC,
        CLOSE
    }

    private static final AtomicLong CALLS = new AtomicLong();
    private static final AtomicLong FAILURES = new AtomicLong();

    private static volatile long each;
    private static volatile long delayNanos;
    private static volatile Call only;
    private static volatile Fault fault = Fault.BEFORE;
    private static volatile Act<?> beforeRename;

    public FaultyHdfs() {
        fs = new DistributedFileSystem();
    }

    /** As a healthy one. */
    static void heal() {
        each = 0;
        delayNanos = 0;
        only = null;
        fault = Fault.BEFORE;
        beforeRename = null;
        CALLS.set(0);
        FAILURES.set(0);
    }

    /** Each k-th call fails from now on. */
    static void failEach(long k, Fault how) {
        fault = how;
        each = k;
    }

    /** Calls of this kind fail from now on. */
    static void failAll(Call call, Fault how) {
        only = call;
        fault = how;
        each = 1;
    }

    static void delay(long millis) {
        delayNanos = millis * 1_000_000;
    }

    /** What somebody else does just before the next rename. */
    static void beforeRename(Act<?> act) {
        beforeRename = act;
    }

    static long failures() {
        return FAILURES.get();
    }

    interface Act<T> {
        T run() throws IOException;
    }

    private static <T> T call(Call which, Object what, Act<T> act) throws IOException {
        if (delayNanos > 0) {
            LockSupport.parkNanos(delayNanos);
        }
        long k = each;
        boolean fails =
                k > 0 && (only == null || only == which) && CALLS.incrementAndGet() % k == 0;
        if (!fails) {
            return act.run();
        }
        FAILURES.incrementAndGet();
        if (fault == Fault.AFTER) {
            act.run();
        }
        throw new IOException("injected, " + fault + " " + which + " " + what);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path f,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        return faulty(
                call(
                        Call.CREATE,
                        f,
                        () ->
                                fs.createNonRecursive(
                                        f,
                                        permission,
                                        flags,
                                        bufferSize,
                                        replication,
                                        blockSize,
                                        progress)),
                f,
                0);
    }

    private static FSDataOutputStream faulty(FSDataOutputStream out, Path file, long position)
            throws IOException {
        return new FSDataOutputStream(new Stream(out, file), null, position);
    }

    /** Streams fail when they are synced or closed. */
    private static final class Stream extends OutputStream implements Syncable, StreamCapabilities {
        private final FSDataOutputStream out;
        private final Path file;

        Stream(FSDataOutputStream out, Path file) {
            this.out = out;
            this.file = file;
        }

        @Override
        public void write(int b) throws IOException {
            out.write(b);
        }

        @Override
        public void write(byte[] b, int off, int len) throws IOException {
            out.write(b, off, len);
        }

        @Override
        public void hflush() throws IOException {
            out.hflush();
        }

        @Override
        public void hsync() throws IOException {
            call(
                    Call.SYNC,
                    file,
                    () -> {
                        out.hsync();
                        return null;
                    });
        }

        @Override
        public void close() throws IOException {
            call(
                    Call.CLOSE,
                    file,
                    () -> {
                        out.close();
                        return null;
                    });
        }

        @Override
        public boolean hasCapability(String capability) {
            return out.hasCapability(capability);
        }
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return call(Call.OPEN, f, () -> fs.open(f, bufferSize));
    }

    @Override
    public FSDataOutputStream append(Path f, int bufferSize, Progressable progress)
            throws IOException {
        return call(Call.APPEND, f, () -> fs.append(f, bufferSize, progress));
    }

    @Override
    public boolean truncate(Path f, long newLength) throws IOException {
        return call(Call.TRUNCATE, f, () -> fs.truncate(f, newLength));
    }

    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        Act<?> first = beforeRename;
        if (first != null) {
            beforeRename = null;
            first.run();
        }
        return call(Call.RENAME, src, () -> fs.rename(src, dst));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return call(Call.DELETE, f, () -> fs.delete(f, recursive));
    }

    @Override
    public boolean mkdirs(Path f, FsPermission permission) throws IOException {
        return call(Call.MKDIRS, f, () -> fs.mkdirs(f, permission));
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return call(Call.STATUS, f, () -> fs.getFileStatus(f));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return call(Call.LIST, f, () -> fs.listStatus(f));
    }

    @Override
    public boolean recoverLease(Path file) throws IOException {
        return call(Call.LEASE, file, () -> ((DistributedFileSystem) fs).recoverLease(file));
    }

    @Override
    public boolean isFileClosed(Path file) throws IOException {
        return ((DistributedFileSystem) fs).isFileClosed(file);
    }
}
