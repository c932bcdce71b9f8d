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

    exports io.millrace.changelog.fs;
    exports io.millrace.core.testutils;
    exports io.millrace.runtime.checkpoint;
    exports io.millrace.runtime.messages;
    exports io.millrace.runtime.minicluster;
    exports io.millrace.runtime.operators.testutils;
    exports io.millrace.runtime.testutils;
    exports io.millrace.streaming.util;
    exports io.millrace.test.junit5;
    exports io.millrace.test.streaming.runtime.util;
    exports io.millrace.test.util;
    exports io.millrace.testing;
    exports io.millrace.testutils.junit;
    exports io.millrace.testutils.junit.utils;

    provides io.millrace.core.fs.FileSystemFactory with
            io.millrace.testing.FaultyFileSystemFactory;
}
