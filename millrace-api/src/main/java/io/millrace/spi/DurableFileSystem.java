// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.fs.Path;
import java.io.IOException;

/**
 * A file system whose directories must be forced to disk by themselves: a file that was synced and
 * renamed is safe only when its directory has been, too. Implemented beside {@link
 * io.millrace.core.fs.FileSystem} by those to which this applies.
 */
public interface DurableFileSystem {

    /**
     * Makes the entries of this directory (created, renamed, deleted) survive a crash of the
     * machine.
     */
    void syncDirectory(Path directory) throws IOException;
}
