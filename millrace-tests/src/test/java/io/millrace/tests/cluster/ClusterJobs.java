// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cluster.jobs.KafkaCounts;
import io.millrace.tests.cluster.jobs.KeyedCounts;
import io.millrace.tests.cluster.jobs.Overdue;
import io.millrace.tests.cluster.jobs.Rules;
import io.millrace.tests.cluster.jobs.WindowCounts;
import io.millrace.tests.kafka.KafkaBroker;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five jobs, exported, on a cluster of three processes, of which one TaskManager is killed in the
 * middle: what comes out is what Millrace makes of the same jar.
 */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterJobs {

    private static final int NUMBERS = 6_000;

    /** Slowly enough for a kill in the middle. */
    private static final int PAUSE_MS = 4;

    /** What Millrace makes of each job, which does not depend on the cluster. */
    private static final Map<Class<?>, List<String>> EXPECTED = new ConcurrentHashMap<>();

    private final String version;
    private FlinkCluster cluster;
    private Path directory;

    ClusterJobs(String version) {
        this.version = version;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = folder;
        cluster = FlinkCluster.start(version, directory.resolve("cluster"));
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void keyedState() throws Exception {
        same(KeyedCounts.class);
    }

    @Test
    void timers() throws Exception {
        same(Overdue.class);
    }

    @Test
    void windows() throws Exception {
        same(WindowCounts.class);
    }

    @Test
    void broadcast() throws Exception {
        same(Rules.class);
    }

    @Test
    void kafkaExactlyOnce() throws Exception {
        KafkaBroker broker = KafkaBroker.shared();
        String in = "in-" + version;
        Topics.fill(broker.servers(), in, 4, NUMBERS);
        Topics.create(broker.servers(), "here-" + version, 1);
        Topics.create(broker.servers(), "there-" + version, 1);
        Path jar = JobJars.of(directory, KafkaCounts.class);
        JobJars.run(jar, directory.resolve("own"), arguments(broker, in, "here-" + version));
        List<String> expected = Topics.committed(broker.servers(), "here-" + version, NUMBERS);

        Path exported = JobJars.export(jar, version, libraries());
        runWithKill(exported, arguments(broker, in, "there-" + version));

        assertThat(Topics.committed(broker.servers(), "there-" + version, NUMBERS))
                .isEqualTo(expected)
                .hasSize(NUMBERS);
    }

    private static String[] arguments(KafkaBroker broker, String in, String out) {
        return new String[] {
            "--servers", broker.servers(), "--in", in, "--out", out, "--pause-ms", "" + PAUSE_MS
        };
    }

    private String[] libraries() throws IOException {
        List<String> options = new ArrayList<>();
        for (String library : FlinkClassPath.of(version, "kafka").split(File.pathSeparator, -1)) {
            options.add("--lib");
            options.add(library);
        }
        return options.toArray(new String[0]);
    }

    private void same(Class<?> job) throws Exception {
        Path jar = JobJars.of(directory, job);
        List<String> expected = EXPECTED.get(job);
        if (expected == null) {
            Path here = directory.resolve(job.getSimpleName() + "-here");
            JobJars.run(jar, directory.resolve("own"), arguments(here));
            expected = JobJars.lines(here);
            EXPECTED.put(job, expected);
        }
        assertThat(expected).isNotEmpty();

        Path there = directory.resolve(job.getSimpleName() + "-there");
        runWithKill(JobJars.export(jar, version), arguments(there));

        assertThat(JobJars.lines(there)).isEqualTo(expected);
    }

    private static String[] arguments(Path out) {
        return new String[] {
            "--numbers", "" + NUMBERS, "--pause-ms", "" + PAUSE_MS, "--out", "" + out.toUri()
        };
    }

    private void runWithKill(Path exported, String... arguments) throws Exception {
        String job = cluster.submit(exported, 4, arguments);
        cluster.awaitCheckpoints(job, 0);
        List<Integer> places = cluster.placesOf(job);
        assertThat(places).as("TaskManagers of the job").hasSize(2);
        cluster.kill(places.get(0));
        cluster.addTaskManager();
        nothingOfMillrace(exported);
        cluster.awaitFinished(job);
        assertThat(cluster.restores(job)).as("restores").isPositive();
        cluster.awaitSlots(8);
    }

    /**
     * Of what the TaskManagers were started with, and of the jars they have open, the job's too.
     */
    private void nothingOfMillrace(Path exported) throws IOException {
        assertThat(millraceIn(exported)).as(exported.toString()).isEmpty();
        int jobs = 0;
        for (Process process : cluster.taskManagers().values()) {
            Path proc = Path.of("/proc", String.valueOf(process.pid()));
            String[] command =
                    new String(Files.readAllBytes(proc.resolve("cmdline")), StandardCharsets.UTF_8)
                            .split("\0", -1);
            int classPath = List.of(command).indexOf("-cp") + 1;
            assertThat(classPath).isPositive();
            for (String entry : command[classPath].split(File.pathSeparator, -1)) {
                assertThat(millraceIn(Path.of(entry))).as(entry).isEmpty();
            }
            List<Path> open;
            try (Stream<Path> files = Files.list(proc.resolve("fd"))) {
                open = files.map(ClusterJobs::target).filter(ClusterJobs::isFile).toList();
            }
            for (Path file : open) {
                if (isJar(file)) {
                    assertThat(millraceIn(file)).as("open: " + file).isEmpty();
                    jobs += Files.size(file) == Files.size(exported) ? 1 : 0;
                }
            }
        }
        assertThat(jobs).as("the exported job, open in TaskManagers").isPositive();
    }

    private static List<String> millraceIn(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.contains("io/millrace"))
                    .toList();
        }
    }

    private static Path target(Path link) {
        try {
            return Files.readSymbolicLink(link);
        } catch (IOException e) {
            return link; // closed meanwhile
        }
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file);
    }

    /** The blob server's names have no ending. */
    private static boolean isJar(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] begin = in.readNBytes(4);
            return begin.length == 4 && begin[0] == 'P' && begin[1] == 'K' && begin[2] == 3;
        } catch (IOException e) {
            return false;
        }
    }
}
