// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.util.TestLogger;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.After;
import org.junit.ClassRule;
import org.junit.rules.TemporaryFolder;

/** Base of tests that run jobs with a parallelism of 4 (JUnit 4); no job outlives its test. */
public abstract class AbstractTestBaseJUnit4 extends TestLogger {

    private static final int DEFAULT_PARALLELISM = 4;

    @ClassRule
    public static final MiniClusterWithClientResource MINI_CLUSTER_RESOURCE =
            new MiniClusterWithClientResource(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(DEFAULT_PARALLELISM)
                            .build());

    @ClassRule public static final TemporaryFolder TEMPORARY_FOLDER = new TemporaryFolder();

    public AbstractTestBaseJUnit4() {}

    @After
    public final void cleanupRunningJobs() throws Exception {
        MINI_CLUSTER_RESOURCE.cancelAllJobs();
    }

    /** The path of a directory with this name, which need not be there, in the test's own. */
    public String getTempDirPath(String dirName) throws IOException {
        return new File(TEMPORARY_FOLDER.newFolder(), dirName).toURI().toString();
    }

    /** The path of a file with this name, which need not be there, in the test's own directory. */
    public String getTempFilePath(String fileName) throws IOException {
        return new File(TEMPORARY_FOLDER.newFolder(), fileName).toURI().toString();
    }

    /** The path of a file with this content. */
    public String createTempFile(String fileName, String contents) throws IOException {
        File file = createAndRegisterTempFile(fileName);
        Files.writeString(file.toPath(), contents, StandardCharsets.UTF_8);
        return file.toURI().toString();
    }

    /** A file in the test's own directory; it is not there yet, its parents are. */
    public File createAndRegisterTempFile(String fileName) throws IOException {
        File file = new File(TEMPORARY_FOLDER.newFolder(), fileName);
        Files.createDirectories(file.getParentFile().toPath());
        return file;
    }
}
