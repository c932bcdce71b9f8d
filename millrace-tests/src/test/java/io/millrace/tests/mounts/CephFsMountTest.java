// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cases.checkpoint.FencedProcessTest;
import io.millrace.tests.components.Components;
import io.millrace.tests.components.JobProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose checkpoints and results are on CephFS: a real cluster of one node, mounted twice. */
@Tag("soak")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class CephFsMountTest {

    private static final Duration A_COMMAND = Duration.ofMinutes(3);

    /** Long before this, one of the waits in there has said what it waits for. */
    private static final Duration ALL_TESTS = Duration.ofMinutes(10);

    @TempDir Path directory;

    @Test
    @DisplayName(
            "on a CephFS mount: a job from files to files that is killed ten times, one that is stopped and replaced from another mount three times")
    void jobsThatAreKilledAndReplacedHaveEachResultOnce() throws Exception {
        Components.require(
                "CephFS", "ceph-mon", "ceph-mgr", "ceph-osd", "ceph-mds", "radosgw", "ceph-fuse");
        Path cluster = directory.resolve("cluster");
        List<Path> mounts = List.of(directory.resolve("one"), directory.resolve("two"));
        String script = Components.script("ceph.sh").toString();
        try {
            run(
                    "the start of a Ceph",
                    A_COMMAND,
                    script,
                    "start",
                    cluster.toString(),
                    Integer.toString(port()),
                    "bluestore",
                    "fs");
            for (Path mount : mounts) {
                Files.createDirectories(mount);
                run(
                        "the mount of " + mount.getFileName(),
                        A_COMMAND,
                        "ceph-fuse",
                        "-c",
                        cluster.resolve("ceph.conf").toString(),
                        "-n",
                        "client.admin",
                        "--pid_file=" + mount + ".pid",
                        mount.toString());
            }
            Path tests = Files.createDirectories(mounts.get(0).resolve("tmp"));
            String said =
                    run(
                            "a JVM of tests on CephFS",
                            ALL_TESTS,
                            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                            "-Xmx192m",
                            "-XX:TieredStopAtLevel=1",
                            "-Djava.io.tmpdir=" + tests,
                            "-Dmillrace.mounts=" + mounts.get(0) + ',' + mounts.get(1),
                            "-cp",
                            System.getProperty("java.class.path"),
                            MountedTests.class.getName(),
                            KilledFilesTest.class.getName(),
                            FencedProcessTest.class.getName());
            said.lines()
                    .filter(line -> line.matches("(files to files|take-overs) in .*"))
                    .forEach(System.out::println);
            assertThat(said).contains(MountedTests.PASSED + 2);
        } finally {
            for (Path mount : mounts) {
                new ProcessBuilder("umount", "-l", mount.toString()).start().waitFor();
            }
            new ProcessBuilder(script, "remove", cluster.toString()).start().waitFor();
        }
    }

    private static int port() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    /** What it prints, into a file: daemons must not hold a pipe of ours open. */
    private String run(String name, Duration deadline, String... command) throws Exception {
        Path output = Files.createTempFile(directory, "run", ".txt");
        try (JobProcess process = JobProcess.of(name, output, List.of(command))) {
            process.awaitSuccess(deadline);
            return process.said();
        }
    }
}
