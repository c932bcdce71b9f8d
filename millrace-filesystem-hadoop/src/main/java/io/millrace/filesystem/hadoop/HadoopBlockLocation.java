// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.core.fs.BlockLocation;
import java.io.IOException;

/** Which datanodes have a part of a file. */
final class HadoopBlockLocation implements BlockLocation {

    private final org.apache.hadoop.fs.BlockLocation theirs;

    private HadoopBlockLocation(org.apache.hadoop.fs.BlockLocation theirs) {
        this.theirs = theirs;
    }

    static BlockLocation[] of(org.apache.hadoop.fs.BlockLocation[] theirs) {
        // Null for what is no file.
        BlockLocation[] ours = new BlockLocation[theirs == null ? 0 : theirs.length];
        for (int i = 0; i < ours.length; i++) {
            ours[i] = new HadoopBlockLocation(theirs[i]);
        }
        return ours;
    }

    @Override
    public String[] getHosts() throws IOException {
        return theirs.getHosts();
    }

    @Override
    public long getOffset() {
        return theirs.getOffset();
    }

    @Override
    public long getLength() {
        return theirs.getLength();
    }

    @Override
    public int compareTo(BlockLocation o) {
        return Long.compare(getOffset(), o.getOffset());
    }
}
