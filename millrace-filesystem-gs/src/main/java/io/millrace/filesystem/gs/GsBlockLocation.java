// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import io.millrace.core.fs.BlockLocation;

/** A part of an object; it lies nowhere in particular. */
record GsBlockLocation(long offset, long length) implements BlockLocation {

    @Override
    public String[] getHosts() {
        return new String[0];
    }

    @Override
    public long getOffset() {
        return offset;
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public int compareTo(BlockLocation other) {
        return Long.compare(offset, other.getOffset());
    }
}
