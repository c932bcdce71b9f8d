// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.LocatedFileStatus;
import io.millrace.core.fs.Path;
import java.io.File;

/** How a local file or directory stood when it was asked for. Immutable. */
@Internal
public class LocalFileStatus implements LocatedFileStatus {

    private final File file;
    private final Path path;
    private final long length;
    private final long modificationTime;
    private final boolean directory;
    private final long blockSize;

    public LocalFileStatus(File f, FileSystem fs) {
        this.file = f;
        this.path = Path.fromLocalFile(f);
        this.length = f.length();
        this.modificationTime = f.lastModified();
        this.directory = f.isDirectory();
        this.blockSize = fs.getDefaultBlockSize();
    }

    /** Always 0: access times are not kept on most machines. */
    @Override
    public long getAccessTime() {
        return 0;
    }

    @Override
    public long getBlockSize() {
        return Math.min(length, blockSize);
    }

    @Override
    public long getLen() {
        return length;
    }

    @Override
    public long getModificationTime() {
        return modificationTime;
    }

    @Override
    public short getReplication() {
        return 1;
    }

    @Override
    public boolean isDir() {
        return directory;
    }

    @Override
    public Path getPath() {
        return path;
    }

    @Override
    public BlockLocation[] getBlockLocations() {
        return new BlockLocation[] {new LocalBlockLocation(length)};
    }

    /** The file itself. */
    public File getFile() {
        return file;
    }

    @Override
    public String toString() {
        return path + (directory ? " (directory)" : " (" + length + " bytes)");
    }
}
