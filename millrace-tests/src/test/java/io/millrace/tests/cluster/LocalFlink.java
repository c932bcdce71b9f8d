// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that has nothing but an exported job and a Flink, whose own mini cluster runs it. */
final class LocalFlink {

    private LocalFlink() {}

    /** Returns when the program has ended well; its log lies in the directory. */
    static void run(Path directory, String version, Path jar, Class<?> program, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FlinkCluster.options());
        command.add("-Xmx512m");
        command.add("-cp");
        command.add(jar + File.pathSeparator + FlinkClassPath.of(version, "cluster"));
        command.add(program.getName().replace("io.millrace", "org.apache.flink"));
        command.addAll(List.of(arguments));
        Path log = directory.resolve("flink-" + version + ".log");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    }
}
