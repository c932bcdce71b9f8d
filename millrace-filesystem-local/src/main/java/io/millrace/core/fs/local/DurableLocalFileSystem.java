// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import io.millrace.core.fs.Path;
import io.millrace.spi.DurableFileSystem;
import java.io.IOException;

/**
 * What is really handed out: {@link LocalFileSystem} shows only Flink's methods, and this one is
 * ours.
 */
final class DurableLocalFileSystem extends LocalFileSystem implements DurableFileSystem {

    @Override
    public void syncDirectory(Path directory) throws IOException {
        LocalDirectories.sync(usable(directory).toPath());
    }
}
