// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The test kit: harnesses, mini cluster, simulation, manual clock, a disk that fails when told to.
 *
 * <p>JUnit is there when the user brings it: 5 for the extensions, 4 for the rules.
 */
// requires-*: JUnit 4 has no module descriptor, only a reserved name, and mirrored signatures name
// its classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.testing {
    requires transitive io.millrace.api;
    requires transitive io.millrace.engine;
    requires static transitive junit;
    requires static transitive org.junit.jupiter.api;
    requires org.slf4j;

    exports io.millrace.runtime.checkpoint;
    exports io.millrace.streaming.util;
    exports io.millrace.testing;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.testing.FaultyFileSystemFactory;
}
