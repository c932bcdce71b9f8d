// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import io.millrace.core.fs.FileSystemKind;
import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import io.millrace.spi.WholeFiles;
import java.io.IOException;
import java.net.URI;

/**
 * The local disk as a store on which no lock of the operating system is heeded, reached as {@code
 * unlocked:/path}: a stand-in for stores and mounts that several machines use.
 */
public final class UnlockedFileSystem extends FileSystem implements DurableFileSystem, WholeFiles {

    /** The scheme of its URIs. */
    public static final String SCHEME = "unlocked";

    private final FileSystem local = FileSystem.getLocalFileSystem();

    /** For {@link java.util.ServiceLoader}. */
    public static final class Factory implements FileSystemFactory {
        @Override
        public String getScheme() {
            return SCHEME;
        }

        @Override
        public FileSystem create(URI uri) {
            return new UnlockedFileSystem();
        }
    }

    private static Path local(Path path) {
        return new Path("file", null, path.getPath());
    }

    @Override
    public URI getUri() {
        return URI.create(SCHEME + ":///");
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(SCHEME, null, local.getWorkingDirectory().getPath());
    }

    @Override
    public Path getHomeDirectory() {
        return new Path(SCHEME, null, local.getHomeDirectory().getPath());
    }

    @Override
    public FileStatus getFileStatus(Path f) throws IOException {
        return local.getFileStatus(local(f));
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long len) {
        return new BlockLocation[0];
    }

    @Override
    public FSDataInputStream open(Path f, int bufferSize) throws IOException {
        return local.open(local(f), bufferSize);
    }

    @Override
    public FSDataInputStream open(Path f) throws IOException {
        return local.open(local(f));
    }

    @Override
    public FileStatus[] listStatus(Path f) throws IOException {
        return local.listStatus(local(f));
    }

    @Override
    public boolean delete(Path f, boolean recursive) throws IOException {
        return local.delete(local(f), recursive);
    }

    @Override
    public boolean mkdirs(Path f) throws IOException {
        return local.mkdirs(local(f));
    }

    @Override
    public FSDataOutputStream create(Path f, WriteMode overwriteMode) throws IOException {
        return local.create(local(f), overwriteMode);
    }

    @Override
    public boolean rename(Path src, Path dst) throws IOException {
        return local.rename(local(src), local(dst));
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
        ((DurableFileSystem) local).syncDirectory(local(directory));
    }

    @Override
    public void createWhole(Path path, byte[] content) throws IOException {
        ((WholeFiles) local).createWhole(local(path), content);
    }

    @Override
    public boolean existsNow(Path path) throws IOException {
        return ((WholeFiles) local).existsNow(local(path));
    }

    @Override
    public boolean isDistributedFS() {
        return true;
    }

    @Override
    public FileSystemKind getKind() {
        return FileSystemKind.FILE_SYSTEM;
    }
}
