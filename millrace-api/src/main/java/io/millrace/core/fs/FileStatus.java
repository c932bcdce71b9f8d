// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs;

import io.millrace.annotation.Public;

/** What a file system says about one file or directory. */
@Public
public interface FileStatus {

    /** Bytes in the file; 0 or meaningless for a directory. */
    long getLen();

    /** Bytes in a block. */
    long getBlockSize();

    /** How many copies the file system keeps. */
    short getReplication();

    /** Milliseconds since 1970 of the last change. */
    long getModificationTime();

    /** Milliseconds since 1970 of the last access; 0 when not known. */
    long getAccessTime();

    boolean isDir();

    Path getPath();
}
