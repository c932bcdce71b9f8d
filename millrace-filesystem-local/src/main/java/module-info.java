// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The local disk. */
module io.millrace.filesystem.local {
    requires transitive io.millrace.api;
    requires org.slf4j;

    exports io.millrace.core.fs.local;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.core.fs.local.LocalFileSystemFactory;
}
