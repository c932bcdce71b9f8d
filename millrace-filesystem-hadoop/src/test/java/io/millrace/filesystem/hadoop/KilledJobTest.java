// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.tests.components.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job in a process of its own, with all its files on HDFS, which is killed again and again. */
@Tag("soak")
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(900)
class KilledJobTest {

    private static final int KILLED = 128 + 9;

    @TempDir Path folder;

    private HdfsCluster cluster;
    private String directory;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        directory = cluster.newDirectory();
    }

    @ParameterizedTest
    @CsvSource({"hashmap, false, 3", "hashmap, true, 10", "rocksdb, true, 3"})
    void eachNumberIsCountedAndWrittenOnceThoughTheProcessIsKilledAgainAndAgain(
            String backend, boolean incremental, int wanted) throws Exception {
        long seed = Long.getLong("millrace.seed", System.nanoTime());
        System.out.println("killed on HDFS, " + backend + ": -Dmillrace.seed=" + seed);
        Random random = new Random(seed);
        int numbers = 20_000 + 5_000 * wanted;
        CountingJob.input(cluster, directory, numbers);
        int kills = 0;
        for (boolean done = false; !done; ) {
            long before = newest();
            long pause = kills < wanted ? 1_500 : 0;
            Process process = job(1 + random.nextInt(3), pause, backend, incremental);
            try {
                if (kills == wanted) {
                    assertThat(process.waitFor(300, TimeUnit.SECONDS)).as(said()).isTrue();
                    assertThat(process.exitValue()).as(said()).isZero();
                    done = true;
                } else {
                    Await.until(
                            "a further checkpoint after kill " + kills,
                            Duration.ofSeconds(120),
                            () -> newest() > before || !process.isAlive());
                    boolean ended =
                            process.waitFor(random.nextInt(1_000_000), TimeUnit.MICROSECONDS);
                    assertThat(ended).as(said()).isFalse();
                    process.destroyForcibly();
                    assertThat(process.waitFor()).isEqualTo(KILLED);
                    kills++;
                }
            } finally {
                process.destroyForcibly();
            }
        }

        System.out.println(
                numbers + " numbers, " + kills + " kills, last checkpoint before the end " + last);
        assertThat(CountingJob.problems(cluster, directory, numbers)).isEmpty();
        // Of all owners, the records of the last are left.
        assertThat(cluster.files(directory + "/checkpoints"))
                .filteredOn(file -> !file.contains("/owner-" + (wanted + 1) + "-"))
                .isEmpty();
    }

    private long last;

    private long newest() throws IOException {
        List<Long> all = CountingJob.completed(cluster, directory);
        if (!all.isEmpty()) {
            last = all.get(all.size() - 1);
        }
        return all.isEmpty() ? 0 : last;
    }

    private Process job(int parallelism, long pause, String backend, boolean incremental)
            throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx384m",
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                CountingJob.class.getName(),
                                directory,
                                String.valueOf(parallelism),
                                String.valueOf(pause),
                                "state.backend.type=" + backend,
                                "execution.checkpointing.incremental=" + incremental));
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().put("HADOOP_CONF_DIR", cluster.configurationDirectory().toString());
        return builder.start();
    }

    private Path log() {
        return folder.resolve("log.txt");
    }

    private String said() throws IOException {
        return Files.exists(log()) ? Files.readString(log()) : "nothing";
    }
}
