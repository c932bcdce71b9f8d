// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.BlockLocation;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.LocatedFileStatus;
import io.millrace.core.fs.Path;

/** What the namenode says of a file or directory. */
class HadoopFileStatus implements FileStatus {

    private final org.apache.hadoop.fs.FileStatus theirs;

    private HadoopFileStatus(org.apache.hadoop.fs.FileStatus theirs) {
        this.theirs = theirs;
    }

    /** One that knows the places of its blocks. */
    private static final class Located extends HadoopFileStatus implements LocatedFileStatus {

        private final org.apache.hadoop.fs.LocatedFileStatus located;

        Located(org.apache.hadoop.fs.LocatedFileStatus located) {
            super(located);
            this.located = located;
        }

        @Override
        public BlockLocation[] getBlockLocations() {
            return HadoopBlockLocation.of(located.getBlockLocations());
        }
    }

    static HadoopFileStatus of(org.apache.hadoop.fs.FileStatus theirs) {
        return theirs instanceof org.apache.hadoop.fs.LocatedFileStatus located
                ? new Located(located)
                : new HadoopFileStatus(theirs);
    }

    static FileStatus[] of(org.apache.hadoop.fs.FileStatus[] theirs) {
        FileStatus[] ours = new FileStatus[theirs.length];
        for (int i = 0; i < ours.length; i++) {
            ours[i] = of(theirs[i]);
        }
        return ours;
    }

    final org.apache.hadoop.fs.FileStatus theirs() {
        return theirs;
    }

    @Override
    public final long getLen() {
        return theirs.getLen();
    }

    @Override
    public final long getBlockSize() {
        return theirs.getBlockSize();
    }

    @Override
    public final short getReplication() {
        return theirs.getReplication();
    }

    @Override
    public final long getModificationTime() {
        return theirs.getModificationTime();
    }

    @Override
    public final long getAccessTime() {
        return theirs.getAccessTime();
    }

    @Override
    public final boolean isDir() {
        return theirs.isDirectory();
    }

    @Override
    public final Path getPath() {
        return HadoopPaths.ours(theirs.getPath());
    }

    @Override
    public final String toString() {
        return getPath() + (isDir() ? "/" : " (" + getLen() + " bytes)");
    }
}
