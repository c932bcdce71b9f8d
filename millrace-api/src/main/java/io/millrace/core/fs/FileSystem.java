// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;

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

    private static final ConfigOption<String> DEFAULT_SCHEME =
            ConfigOptions.key("fs.default-scheme").stringType().noDefaultValue();

    private static final URI LOCAL = URI.create("file:///");

    /** By scheme and authority, as {@code scheme://authority}. */
    private static final Map<String, FileSystem> OPEN = new ConcurrentHashMap<>();

    private static volatile URI defaultUri = LOCAL;
    private static volatile Configuration configuration = new Configuration();

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
     *
     * @throws IllegalConfigurationException when {@code fs.default-scheme} is no address
     */
    public static void initialize(Configuration config) throws IllegalConfigurationException {
        Configuration own = new Configuration(Objects.requireNonNull(config, "config"));
        String scheme = own.get(DEFAULT_SCHEME);
        try {
            defaultUri = scheme == null ? LOCAL : URI.create(scheme);
        } catch (IllegalArgumentException e) {
            throw new IllegalConfigurationException(
                    "The value '"
                            + scheme
                            + "' of 'fs.default-scheme' is no address such as file:/// or s3://bucket/.",
                    e);
        }
        configuration = own;
        OPEN.clear();
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
        URI address = uri.getScheme() == null ? defaultUri : uri;
        if (address.getScheme() == null) {
            address = LOCAL;
        }
        String scheme = address.getScheme().toLowerCase(Locale.ROOT);
        String authority = address.getAuthority();
        String key = authority == null ? scheme : scheme + "://" + authority;
        FileSystem known = OPEN.get(key);
        if (known != null) {
            return known;
        }
        FileSystem made = factoryFor(scheme, address).create(address);
        FileSystem earlier = OPEN.putIfAbsent(key, made);
        return earlier == null ? made : earlier;
    }

    /** The same as {@link #get}: there is no guard around it. */
    public static FileSystem getUnguardedFileSystem(URI fsUri) throws IOException {
        return get(fsUri);
    }

    /** What paths without a scheme belong to. */
    public static URI getDefaultFsUri() {
        return defaultUri;
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

    private static FileSystemFactory factoryFor(String scheme, URI address) throws IOException {
        Map<String, FileSystemFactory> found = new LinkedHashMap<>();
        collect(FileSystem.class.getClassLoader(), found);
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (!found.containsKey(scheme) && context != null) {
            collect(context, found);
        }
        FileSystemFactory factory = found.get(scheme);
        if (factory == null) {
            throw new UnsupportedFileSystemSchemeException(
                    "No file system serves the scheme '"
                            + scheme
                            + "' of '"
                            + address
                            + "'. On the class path are: "
                            + (found.isEmpty() ? "none" : String.join(", ", found.keySet()))
                            + ". Add the module that serves it, for 'file' io.millrace:millrace-filesystem-local, or correct the address.");
        }
        factory.configure(configuration);
        return factory;
    }

    private static void collect(ClassLoader loader, Map<String, FileSystemFactory> into)
            throws IOException {
        try {
            for (FileSystemFactory factory : ServiceLoader.load(FileSystemFactory.class, loader)) {
                into.putIfAbsent(factory.getScheme().toLowerCase(Locale.ROOT), factory);
            }
        } catch (ServiceConfigurationError e) {
            throw new IOException(
                    "A file system on the class path cannot be loaded: " + e.getMessage(), e);
        }
    }
}
