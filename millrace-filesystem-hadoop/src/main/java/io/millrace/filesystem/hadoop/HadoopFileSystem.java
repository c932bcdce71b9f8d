// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.spi.TakesUpInPlace;
import io.millrace.spi.WholeFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.util.EnumSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Files of a store that Hadoop has a client for; HDFS before all.
 *
 * <p>What Millrace relies on there, and HDFS gives: a change of names is in the namenode's journal
 * before it is answered, so nothing has to be forced; a rename of two names is atomic and replaces
 * nothing; {@code hsync} returns when all datanodes of the block have the bytes on disk. A file is
 * written so that each of its blocks is forced when it is full ({@link CreateFlag#SYNC_BLOCK}):
 * {@code hsync} alone speaks of the last one.
 *
 * <p>Other stores that Hadoop has clients for may promise less. A stream whose client cannot force
 * bytes to disk says so when it is asked to, so a job does not begin to keep checkpoints there.
 *
 * <p>Any thread.
 */
final class HadoopFileSystem extends FileSystem implements TakesUpInPlace, WholeFiles {

    private static final int SMALLEST_BUFFER = 4096;

    /** In the settings of a client that may be answered by a namenode that lags behind. */
    private static final String PROXIES = "^dfs\\.client\\.failover\\.proxy\\.provider\\.";

    private final org.apache.hadoop.fs.FileSystem hadoop;
    private final HadoopPaths paths;

    /** Connections to the stores behind a view, by scheme and host. */
    private final Map<String, org.apache.hadoop.fs.FileSystem> behind = new ConcurrentHashMap<>();

    /** Whether observers of the namenode may answer, which lag behind it. */
    private final boolean observed;

    HadoopFileSystem(org.apache.hadoop.fs.FileSystem hadoop) {
        this.hadoop = hadoop;
        this.paths = new HadoopPaths(hadoop.getUri());
        this.observed =
                hadoop.getConf().getValByRegex(PROXIES).values().stream()
                        .anyMatch(provider -> provider.contains("ObserverRead"));
    }

    @Override
    public Path getWorkingDirectory() {
        return HadoopPaths.ours(hadoop.getWorkingDirectory());
    }

    @Override
    public Path getHomeDirectory() {
        return HadoopPaths.ours(hadoop.getHomeDirectory());
    }

    @Override
    public URI getUri() {
        return hadoop.getUri();
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return HadoopFileStatus.of(hadoop.getFileStatus(paths.theirs(f)));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len)
            throws IOException {
        org.apache.hadoop.fs.FileStatus known =
                file instanceof HadoopFileStatus ours
                        ? ours.theirs()
                        : hadoop.getFileStatus(paths.theirs(file.getPath()));
        return HadoopBlockLocation.of(hadoop.getFileBlockLocations(known, start, len));
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return new HadoopInput(hadoop.open(paths.theirs(f), Math.max(bufferSize, SMALLEST_BUFFER)));
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return new HadoopInput(hadoop.open(paths.theirs(f)));
    }

    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        org.apache.hadoop.fs.Path file = paths.theirs(f);
        try {
            return new HadoopOutput(file, create(file, overwriteMode));
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            FileAlreadyExistsException named =
                    new FileAlreadyExistsException(
                            f.toString(), null, "the file exists and may not be overwritten");
            named.initCause(e);
            throw named;
        }
    }

    /**
     * Opens a new file. Of HDFS directories above it are made only when they turn out to be
     * missing, which they seldom are; another store may tell of that only when the file is closed.
     */
    org.apache.hadoop.fs.FSDataOutputStream create(org.apache.hadoop.fs.Path file, WriteMode mode)
            throws IOException {
        EnumSet<CreateFlag> how = EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK);
        // Files in an erasure coded directory could not be forced to disk, nor be gone on with.
        how.add(CreateFlag.SHOULD_REPLICATE);
        if (mode == WriteMode.OVERWRITE) {
            how.add(CreateFlag.OVERWRITE);
        }
        org.apache.hadoop.fs.Path parent = file.getParent();
        boolean tells = HadoopTarget.isView(hadoop) || hadoop instanceof LeaseRecoverable;
        if (!tells && parent != null) {
            hadoop.mkdirs(parent);
        }
        try {
            return createIn(file, how);
        } catch (FileNotFoundException e) {
            if (!tells || parent == null || !hadoop.mkdirs(parent)) {
                throw e;
            }
            return createIn(file, how);
        }
    }

    private org.apache.hadoop.fs.FSDataOutputStream createIn(
            org.apache.hadoop.fs.Path file, EnumSet<CreateFlag> how) throws IOException {
        return hadoop.createNonRecursive(
                file,
                FsPermission.getFileDefault(),
                how,
                hadoop.getConf().getInt("io.file.buffer.size", SMALLEST_BUFFER),
                hadoop.getDefaultReplication(file),
                hadoop.getDefaultBlockSize(file),
                null);
    }

    /**
     * {@inheritDoc}
     *
     * @throws UnsupportedOperationException when the store is not HDFS, which alone can take a file
     *     up again
     */
    @Override
    public RecoverableWriter createRecoverableWriter() throws IOException {
        return new HadoopRecoverableWriter(this, false);
    }

    @Override
    public RecoverableWriter createRecoverableWriterInPlace() throws IOException {
        return new HadoopRecoverableWriter(this, true);
    }

    @Override
    public long getDefaultBlockSize() {
        return hadoop.getConf().getLongBytes("dfs.blocksize", super.getDefaultBlockSize());
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return HadoopFileStatus.of(hadoop.listStatus(paths.theirs(f)));
    }

    @Override
    public boolean exists(Path f) throws IOException {
        return hadoop.exists(paths.theirs(f));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return hadoop.delete(paths.theirs(f), recursive);
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
        return hadoop.mkdirs(paths.theirs(f));
    }

    /**
     * {@inheritDoc} False when there is nothing to rename, or something is at the new place, which
     * is left as it is; into a directory that is there nothing is moved.
     */
    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        org.apache.hadoop.fs.Path from = paths.theirs(src);
        org.apache.hadoop.fs.Path to = paths.theirs(dst);
        if (isDirectory(to)) {
            // HDFS would move it into the directory, under its old name.
            return false;
        }
        return hadoop.rename(from, to);
    }

    private boolean isDirectory(org.apache.hadoop.fs.Path path) throws IOException {
        try {
            return hadoop.getFileStatus(path).isDirectory();
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.FILE_SYSTEM;
    }

    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        new WholeFile(this, path, content).create();
    }

    @Override
    public boolean existsNow(Path path) throws IOException {
        org.apache.hadoop.fs.Path file = paths.theirs(path);
        if (observed && file.getParent() != null) {
            try {
                target(file.getParent()).fileSystem().msync();
            } catch (FileNotFoundException e) {
                return false; // not even its directory is there
            }
        }
        return hadoop.exists(file);
    }

    /**
     * Where a file really is.
     *
     * @param path of something that is there
     */
    HadoopTarget target(org.apache.hadoop.fs.Path path) throws IOException {
        if (!HadoopTarget.isView(hadoop)) {
            return new HadoopTarget(hadoop, path);
        }
        org.apache.hadoop.fs.Path real = hadoop.resolvePath(path);
        String store = real.toUri().getScheme() + "://" + real.toUri().getAuthority();
        org.apache.hadoop.fs.FileSystem known = behind.get(store);
        if (known == null) {
            org.apache.hadoop.fs.FileSystem made =
                    org.apache.hadoop.fs.FileSystem.newInstance(real.toUri(), hadoop.getConf());
            known = behind.putIfAbsent(store, made);
            if (known == null) {
                known = made;
            } else {
                made.close();
            }
        }
        return new HadoopTarget(known, real);
    }

    org.apache.hadoop.fs.FileSystem hadoop() {
        return hadoop;
    }

    HadoopPaths paths() {
        return paths;
    }
}
