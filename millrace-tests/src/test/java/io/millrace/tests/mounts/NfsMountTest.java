// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import static org.junit.jupiter.api.Assertions.fail;

import io.millrace.tests.cases.checkpoint.FencedProcessTest;
import io.millrace.tests.components.Components;
import io.millrace.tests.components.JobProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs whose checkpoints and results are on NFS: the kernel's client (4.1) and a real server, in a
 * user-mode Linux. What the tests in there do with files is what they do on a local disk.
 */
@Tag("soak")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class NfsMountTest {

    /** Long before this, one of the waits in there has said what it waits for. */
    private static final Duration ALL_TESTS = Duration.ofMinutes(12);

    @TempDir Path directory;

    @Test
    @DisplayName(
            "on an NFS mount: a job from files to files that is killed three times, one that is stopped and replaced from another host's mount")
    void jobsThatAreKilledAndReplacedHaveEachResultOnce() throws Exception {
        Components.require("NFS in user-mode Linux", "linux.uml", "ganesha.nfsd");
        Path arguments = directory.resolve("arguments");
        Files.write(
                arguments,
                Stream.concat(
                                Stream.of(
                                        "-Xmx192m",
                                        "-XX:TieredStopAtLevel=1",
                                        "-XX:+UseSerialGC",
                                        "-Djava.io.tmpdir=/mnt/nfs/tmp",
                                        "-Dmillrace.mounts=/mnt/nfs,/mnt/nfs2",
                                        // A start takes half a minute in there.
                                        "-Dmillrace.mounts.kills=3",
                                        "-Dmillrace.mounts.takeovers=1",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        MountedTests.class.getName()),
                                Stream.of(KilledFilesTest.class, FencedProcessTest.class)
                                        .map(Class::getName))
                        .toList());
        List<String> said;
        try (JobProcess run =
                JobProcess.of(
                        "a JVM of tests on NFS",
                        directory.resolve("run.txt"),
                        List.of(
                                Components.script("nfs.sh").toString(),
                                "run",
                                directory.toString(),
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                arguments.toString()))) {
            run.awaitSuccess(ALL_TESTS);
            said = run.said().lines().map(String::strip).toList();
        }
        said.stream()
                .filter(
                        line ->
                                line.matches("(files to files|take-overs) in .*")
                                        || line.startsWith(MountedTests.PASSED))
                .forEach(System.out::println);
        if (!said.containsAll(List.of("java exit 0", MountedTests.PASSED + 2))) {
            System.err.println(String.join("\n", said));
            // What has failed is said last; only the begin of a message may be shown.
            fail(String.join("\n", said.subList(Math.max(0, said.size() - 8), said.size())));
        }
    }
}
