// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.FileSystemFactory;
import java.net.URI;

/** Serves the scheme {@code file}. */
@PublicEvolving
public class LocalFileSystemFactory implements FileSystemFactory {

    public LocalFileSystemFactory() {}

    @Override
    public String getScheme() {
        return LocalFileSystem.getLocalFsURI().getScheme();
    }

    @Override
    public FileSystem create(URI fsUri) {
        return LocalFileSystem.getSharedInstance();
    }
}
