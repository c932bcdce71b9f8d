// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The class paths that the modules {@code millrace-flink-VERSION} have written. */
final class FlinkClassPath {

    private FlinkClassPath() {}

    /**
     * One of them.
     *
     * @param version 1.20 or 2.3
     * @param name cluster, kafka or all
     */
    static String of(String version, String name) throws IOException {
        String artifact = "millrace-flink-" + version;
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve(artifact + "/pom.xml"))) {
            root = root.getParent();
        }
        Path file = root == null ? null : root.resolve(artifact + "/target/" + name + ".classpath");
        if (file == null || !Files.exists(file)) {
            throw new IllegalStateException(
                    "There is no target/"
                            + name
                            + ".classpath of "
                            + artifact
                            + "; build that module first (mvn -pl millrace-tests -am ...)");
        }
        return Files.readString(file).strip();
    }
}
