// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.changelog.fs;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateChangelogOptions;
import java.io.File;
import java.time.Duration;

/**
 * Says for a test's cluster where a log of state changes would be kept.
 *
 * <p>Tests say that of every cluster, whether its jobs keep such a log or not. There is none here:
 * a job that switches it on is refused, and to any other the place makes no difference, as in
 * Flink.
 */
public class FsStateChangelogStorageFactory {

    /** The name of this kind of storage. */
    public static final String IDENTIFIER = "filesystem";

    public FsStateChangelogStorageFactory() {}

    public String getIdentifier() {
        return IDENTIFIER;
    }

    /** Sets what chooses files in the folder, and how often and how long one is tried. */
    public static void configure(
            Configuration configuration,
            File newFolder,
            Duration uploadTimeout,
            int maxUploadAttempts) {
        configuration.set(StateChangelogOptions.STATE_CHANGE_LOG_STORAGE, IDENTIFIER);
        configuration.setString("dstl.dfs.base-path", newFolder.toURI().toString());
        configuration.setString("dstl.dfs.upload.timeout", uploadTimeout.toMillis() + " ms");
        configuration.setString(
                "dstl.dfs.upload.max-attempts", Integer.toString(maxUploadAttempts));
    }
}
