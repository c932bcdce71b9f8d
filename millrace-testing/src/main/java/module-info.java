// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The test kit: simulation, manual clock, a disk that fails when told to. */
module io.millrace.testing {
    requires transitive io.millrace.api;
    requires transitive io.millrace.engine;
    requires org.slf4j;

    exports io.millrace.testing;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.testing.FaultyFileSystemFactory;
}
