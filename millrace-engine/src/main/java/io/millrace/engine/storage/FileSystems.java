// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.IOException;
import java.net.URI;

/** What settings ask about the file systems of this process. */
public final class FileSystems {

    private FileSystems() {}

    /**
     * Opens the file system of a path, and nothing on it.
     *
     * @throws io.millrace.core.fs.UnsupportedFileSystemSchemeException when there is none for its
     *     scheme
     */
    public static void require(Path path) throws IOException {
        path.getFileSystem();
    }

    /** What a path without a scheme means in this process. */
    public static URI defaultUri() {
        return FileSystem.getDefaultFsUri();
    }
}
