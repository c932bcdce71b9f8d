// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.fs.Path;
import java.io.IOException;

/**
 * A file system in which one directory can be reached under several names, and so also from within
 * itself. Implemented beside {@link io.millrace.core.fs.FileSystem} by those to which this applies.
 */
public interface SymbolicLinks {

    /**
     * The one name of this file or directory that leads through no link.
     *
     * @throws IOException if there is no such file, or its name cannot be found out
     */
    Path realPath(Path path) throws IOException;
}
