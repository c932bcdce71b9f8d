// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import java.io.IOException;
import java.net.URI;

/** Serves {@code faulty://name/}; the same name leads to the same {@link FaultyFileSystem}. */
public final class FaultyFileSystemFactory implements FileSystemFactory {

    /** For {@link java.util.ServiceLoader}. */
    public FaultyFileSystemFactory() {}

    @Override
    public String getScheme() {
        return FaultyFileSystem.SCHEME;
    }

    @Override
    public FileSystem create(URI uri) throws IOException {
        if (uri.getAuthority() == null) {
            throw new IOException(
                    "A faulty file system needs a name, as in faulty://name/path, but there is none in "
                            + uri);
        }
        return FaultyFileSystem.named(uri.getAuthority());
    }
}
