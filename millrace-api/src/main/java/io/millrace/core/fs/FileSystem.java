// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.spi.OpenFileSystems;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Objects;
import java.util.ServiceLoader;

/**
 * Files and directories, wherever they are. Which implementation serves an address is decided by
 * its scheme: a {@link FileSystemFactory} for it is looked for on the class path by {@link
 * ServiceLoader}.
 *
 * <p>All methods may be called from any thread. What {@link #get} returns is kept for the life of
 * the JVM and shared by all who ask for the same scheme and authority.
 */
@Public
public abstract class FileSystem {

    private static final URI LOCAL = URI.create("file:///");

    public FileSystem() {}

    /** What happens when a file is already there. */
    public enum WriteMode {
        /** The call fails. */
        NO_OVERWRITE,
        /** The old file is replaced. */
        OVERWRITE
    }

    /**
     * Hands settings to file systems that are opened from now on, and forgets those open so far.
     * One that would be opened with the same settings as before is used again.
     *
     * @throws IllegalConfigurationException when {@code fs.default-scheme} is no address
     */
    public static void initialize(Configuration config) throws IllegalConfigurationException {
        OpenFileSystems.initialize(Objects.requireNonNull(config, "config"));
    }

    /** The file system of this machine. */
    public static FileSystem getLocalFileSystem() {
        try {
            return get(LOCAL);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * The file system that an address names; without a scheme, the default one.
     *
     * @throws UnsupportedFileSystemSchemeException when nothing on the class path serves the scheme
     */
    public static FileSystem get(URI uri) throws IOException {
        return OpenFileSystems.get(uri);
    }

    /** The same as {@link #get}: there is no guard around it. */
    public static FileSystem getUnguardedFileSystem(URI fsUri) throws IOException {
        return get(fsUri);
    }

    /** What paths without a scheme belong to. */
    public static URI getDefaultFsUri() {
        return OpenFileSystems.defaultUri();
    }

    /** Where relative paths begin. */
    public abstract Path getWorkingDirectory();

    /** The user's own directory. */
    public abstract Path getHomeDirectory();

    /** Scheme and authority. */
    public abstract URI getUri();

    /**
     * What there is under a path.
     *
     * @throws FileNotFoundException when nothing is
     */
    public abstract FileStatus getFileStatus(Path f) throws IOException;

    /** Where the bytes from {@code start} on lie. */
    public abstract BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len)
            throws IOException;

    /** Opens a file to read; the buffer size is a wish. */
    public abstract FSDataInputStream open(Path f, int bufferSize) throws IOException;

    /** Opens a file to read. */
    public abstract FSDataInputStream open(Path f) throws IOException;

    /**
     * Streams whose files appear by a commit.
     *
     * @throws UnsupportedOperationException when this file system has none
     */
    public RecoverableWriter createRecoverableWriter() throws IOException {
        throw new UnsupportedOperationException(
                "The file system "
                        + getUri()
                        + " cannot take up a file again after a crash (no recoverable writer).");
    }

    /** Bytes in a block: how finely a file is worth being split. */
    public long getDefaultBlockSize() {
        return 32L * 1024 * 1024;
    }

    /**
     * What a directory holds, or the file itself.
     *
     * @throws FileNotFoundException when nothing is under the path
     */
    public abstract FileStatus[] listStatus(Path f) throws IOException;

    /** Whether something is under the path. */
    public boolean exists(Path f) throws IOException {
        try {
            return getFileStatus(f) != null;
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    /**
     * Removes a file or directory.
     *
     * @param recursive whether a directory may hold something
     * @return whether something was removed
     */
    public abstract boolean delete(Path f, boolean recursive) throws IOException;

    /** Makes a directory and those above it; true when it is there afterwards. */
    public abstract boolean mkdirs(Path f) throws IOException;

    /**
     * Older form of {@link #create(Path, WriteMode)}; the numbers are wishes that most file systems
     * do not know.
     */
    public FSDataOutputStream create(
            Path f, boolean overwrite, int bufferSize, short replication, long blockSize)
            throws IOException {
        return create(f, overwrite);
    }

    /** Older form of {@link #create(Path, WriteMode)}. */
    public FSDataOutputStream create(Path f, boolean overwrite) throws IOException {
        return create(f, overwrite ? WriteMode.OVERWRITE : WriteMode.NO_OVERWRITE);
    }

    /**
     * Opens a new file to write; directories above it are made where the file system has
     * directories.
     */
    public abstract FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException;

    /**
     * Gives a file or directory another name, atomically where {@link #getKind} is a real file
     * system.
     */
    public abstract boolean rename(Path src, Path dst) throws IOException;

    /** Whether other machines see the same files. */
    public abstract boolean isDistributedFS();

    /** What may be relied on. */
    public abstract FileSystemKind getKind();
}
