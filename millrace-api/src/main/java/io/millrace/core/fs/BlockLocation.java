// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;
import java.io.IOException;

/** Where a part of a file lies. */
@Public
public interface BlockLocation extends Comparable<BlockLocation> {

    /** Names of the hosts that have the part. */
    String[] getHosts() throws IOException;

    /** First byte of the part within its file. */
    long getOffset();

    /** Bytes in the part. */
    long getLength();
}
