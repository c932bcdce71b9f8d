// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import java.nio.file.Path;
import java.util.List;

/**
 * With {@code -Dmillrace.mounts=A,B} the directories of tests are below A, and B is another mount
 * of the same, with caches of its own: processes see it through one and the other in turn, as two
 * hosts would.
 */
public final class Mounts {

    private static final List<String> MOUNTS =
            List.of(System.getProperty("millrace.mounts", "").split(",", -1));

    private Mounts() {}

    /** Whether there are any. */
    public static boolean any() {
        return MOUNTS.size() > 1;
    }

    /** The directory as the process with this number has it. */
    public static Path seenBy(int process, Path directory) {
        return any()
                ? Path.of(MOUNTS.get(process % MOUNTS.size()))
                        .resolve(Path.of(MOUNTS.get(0)).relativize(directory))
                : directory;
    }
}
