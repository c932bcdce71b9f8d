// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.LocatedFileStatus;
import io.millrace.core.fs.Path;

/**
 * An object or a directory, as it stood when it was asked for.
 *
 * @param modified in milliseconds since 1970; 0 for a directory
 */
record GsFileStatus(Path path, long length, long modified, boolean directory, long blockSize)
        implements LocatedFileStatus {

    @Override
    public long getLen() {
        return length;
    }

    @Override
    public long getBlockSize() {
        return blockSize;
    }

    /** How many copies the store keeps is its own affair. */
    @Override
    public short getReplication() {
        return 1;
    }

    @Override
    public long getModificationTime() {
        return modified;
    }

    /** Always 0: stores don't tell. */
    @Override
    public long getAccessTime() {
        return 0;
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
        return new BlockLocation[] {new GsBlockLocation(0, length)};
    }

    @Override
    public String toString() {
        return path + (directory ? " (directory)" : " (" + length + " bytes)");
    }
}
