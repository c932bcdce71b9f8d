// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.test.junit5.MiniClusterExtension;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Base of tests that run jobs with a parallelism of 4 (JUnit 5); no job outlives its test. */
public abstract class AbstractTestBase {

    private static final int DEFAULT_PARALLELISM = 4;

    @RegisterExtension
    public static final MiniClusterExtension MINI_CLUSTER_EXTENSION =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(DEFAULT_PARALLELISM)
                            .build());

    @TempDir protected File temporaryFolder;

    public AbstractTestBase() {}

    /** The path of a directory with this name, which need not be there, in the test's own. */
    public String getTempDirPath(String dirName) throws IOException {
        return new File(temporaryFolder, dirName).toURI().toString();
    }

    /** The path of a file with this name, which need not be there, in the test's own directory. */
    public String getTempFilePath(String fileName) throws IOException {
        return new File(temporaryFolder, fileName).toURI().toString();
    }

    /** The path of a file with this content. */
    public String createTempFile(String fileName, String contents) throws IOException {
        File file = createAndRegisterTempFile(fileName);
        Files.writeString(file.toPath(), contents, StandardCharsets.UTF_8);
        return file.toURI().toString();
    }

    /** A file in the test's own directory; it is not there yet, its parents are. */
    public File createAndRegisterTempFile(String fileName) throws IOException {
        File file = new File(temporaryFolder, fileName);
        Files.createDirectories(file.getParentFile().toPath());
        return file;
    }
}
