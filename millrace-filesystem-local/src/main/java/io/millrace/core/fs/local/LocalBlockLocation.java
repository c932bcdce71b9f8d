// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.Internal;
import io.millrace.core.fs.BlockLocation;

/** A local file is one block on this machine. */
@Internal
public class LocalBlockLocation implements BlockLocation {

    private final long length;

    public LocalBlockLocation(long length) {
        this.length = length;
    }

    @Override
    public String[] getHosts() {
        return new String[] {"localhost"};
    }

    @Override
    public long getLength() {
        return length;
    }

    @Override
    public long getOffset() {
        return 0;
    }

    @Override
    public int compareTo(BlockLocation o) {
        return Long.compare(getOffset(), o.getOffset());
    }
}
