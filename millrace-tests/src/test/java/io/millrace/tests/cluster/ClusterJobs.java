// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.cluster.jobs.OldCounts;
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
 * Five examples and an old program, exported, on a cluster of three processes, of which one
 * TaskManager is killed in the middle: what comes out is what Millrace makes of the same jar.
 */
@Tag("soak")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterJobs {

    private static final int EVENTS = 6_000;

    /** Slowly enough for a kill in the middle. */
    private static final int PER_SECOND = 1_000;

    /** What Millrace makes of each job, which does not depend on the cluster. */
    private static final Map<String, List<String>> EXPECTED = new ConcurrentHashMap<>();

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
        sameOfExample("Deduplication");
    }

    @Test
    void timers() throws Exception {
        sameOfExample("OrderTimeouts");
    }

    @Test
    void windows() throws Exception {
        sameOfExample("HourlyTips");
    }

    @Test
    void broadcast() throws Exception {
        sameOfExample("DynamicRules");
    }

    @Test
    void whatFlink2HasTakenAway() throws Exception {
        // Its one source makes each number by itself, with a pause.
        same(JobJars.of(directory, OldCounts.class), "--events", "" + EVENTS, "--pause-ms", "1");
    }

    /** Movements come for as long as it takes, so the kill is always in the middle of them. */
    @Test
    void kafkaExactlyOnce() throws Exception {
        KafkaBroker broker = KafkaBroker.shared();
        String servers = broker.servers();
        String from = "movements-" + version;
        String here = "here-" + version;
        String there = "there-" + version;
        Topics.create(servers, here, 1);
        Topics.create(servers, there, 1);
        Path jar = JobJars.example("StockLevels");
        Path exported = JobJars.export(jar, directory, version, libraries());
        List<String> arguments = List.of("--servers", servers, "--from", from, "--to");

        try (Feed feed = Feed.start(servers, from, 4)) {
            String job = cluster.submit(exported, 4, with(arguments, there));
            killOne(job, exported);
            cluster.awaitRestore(job);
            feed.enough();
            int sent = Topics.size(servers, from);
            List<String> levels = Topics.committed(servers, there, sent);
            cluster.cancel(job);

            JobJars.run(jar, directory.resolve("own"), with(arguments, here, "--until-now"));
            assertThat(levels).isEqualTo(Topics.committed(servers, here, sent)).hasSize(sent);
        }
        cluster.awaitSlots(8);
    }

    private static String[] with(List<String> arguments, String... more) {
        return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private String[] libraries() throws IOException {
        List<String> options = new ArrayList<>();
        for (String library : FlinkClassPath.of(version, "kafka").split(File.pathSeparator, -1)) {
            options.add("--lib");
            options.add(library);
        }
        return options.toArray(new String[0]);
    }

    private void sameOfExample(String name) throws Exception {
        same(JobJars.example(name), "--events", "" + EVENTS, "--per-second", "" + PER_SECOND);
    }

    private void same(Path jar, String... arguments) throws Exception {
        List<String> ends = List.of(arguments);
        String name = jar.getFileName().toString();
        List<String> expected = EXPECTED.get(name);
        if (expected == null) {
            Path here = directory.resolve(name + "-here");
            JobJars.run(jar, directory.resolve("own"), with(ends, "--output", "" + here.toUri()));
            expected = JobJars.lines(here);
            EXPECTED.put(name, expected);
        }
        assertThat(expected).isNotEmpty();

        Path there = directory.resolve(name + "-there");
        Path exported = JobJars.export(jar, directory, version);
        String job = cluster.submit(exported, 4, with(ends, "--output", "" + there.toUri()));
        killOne(job, exported);
        cluster.awaitFinished(job);
        assertThat(cluster.restores(job)).as("restores").isPositive();
        cluster.awaitSlots(8);

        assertThat(JobJars.lines(there)).isEqualTo(expected);
    }

    /** After the first checkpoint; another TaskManager comes in its place. */
    private void killOne(String job, Path exported) throws Exception {
        cluster.awaitCheckpoints(job, 0);
        List<Integer> places = cluster.placesOf(job);
        assertThat(places).as("TaskManagers of the job").hasSize(2);
        cluster.kill(places.get(0));
        cluster.addTaskManager();
        nothingOfMillrace(exported);
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
