// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.filesystem.hadoop.FaultyHdfs.Fault;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs that read, keep their checkpoints and write on HDFS, in this JVM. */
@ExtendWith(HdfsCluster.Stopped.class)
@Timeout(600)
class HdfsJobsTest {

    private static final Duration LONG = Duration.ofSeconds(300);

    private HdfsCluster cluster;
    private String directory;

    @BeforeEach
    void start() throws IOException {
        cluster = HdfsCluster.shared();
        directory = cluster.newDirectory();
    }

    @AfterEach
    void heal() throws IOException {
        FaultyHdfs.heal();
        cluster.startDatanodes();
    }

    @ParameterizedTest
    @CsvSource({"hashmap, false", "hashmap, true", "rocksdb, true"})
    void aJobIsStoppedAndGoesOnAtAnotherParallelism(String backend, boolean incremental)
            throws Exception {
        int numbers = 12_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("state.backend.type", backend);
        job.settings.put("execution.checkpointing.incremental", String.valueOf(incremental));
        // However little state there is.
        job.settings.put("millrace.checkpoints.incremental-from", "0 b");
        job.settings.put(
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
        for (int parallelism : new int[] {2, 3}) {
            job.parallelism = parallelism;
            JobClient running = job.environment().executeAsync("rescaled");
            long before = newest();
            Await.until(
                    "three further checkpoints are complete",
                    LONG,
                    () -> newest() >= before + 3 || ended(running));
            assertThat(CountingJob.completed(cluster, directory)).hasSizeBetween(1, 3);
            running.cancel();
            Await.until("the job is canceled", LONG, () -> ended(running));
            assertThat(running.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
            assertThat(CountingJob.completed(cluster, directory)).hasSize(2);
        }
        if (incremental) {
            assertThat(cluster.files(job.checkpoints()))
                    .anyMatch(file -> file.contains("/shared/"));
        }
        job.parallelism = 1;
        job.pauseMicros = 0;
        run(job);

        assertThat(CountingJob.problems(cluster, directory, numbers)).isEmpty();
        // The input ended, so nothing is kept: no manifest, no state, no leftovers; but for the
        // word
        // of the last owner.
        assertThat(cluster.files(job.checkpoints()))
                .filteredOn(file -> !file.contains("/owner-"))
                .isEmpty();
    }

    @Test
    void aSavepointIsKeptOnHdfsAndStartedFrom() throws Exception {
        int numbers = 6_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        JobClient first = job.environment().executeAsync("saved");
        Await.until("a checkpoint is complete", LONG, () -> newest() > 0);
        String savepoint =
                first.stopWithSavepoint(
                                false, directory + "/savepoints", SavepointFormatType.DEFAULT)
                        .get(120, TimeUnit.SECONDS);
        assertThat(savepoint).startsWith(directory + "/savepoints/savepoint-");
        job.settings.put("execution.state-recovery.path", savepoint);
        job.pauseMicros = 0;
        run(job);

        assertThat(CountingJob.problems(cluster, directory, numbers)).isEmpty();
        assertThat(cluster.read(savepoint + "/_metadata")).isNotEmpty();
    }

    @Test
    void whatAnAbortedCheckpointLeftIsRemovedByTheNextStart() throws Exception {
        int numbers = 3_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put(
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
        JobClient first = job.environment().executeAsync("aborted");
        Await.until("a checkpoint is complete", LONG, () -> newest() > 0);
        first.cancel();
        Await.until("the job is canceled", LONG, () -> ended(first));
        String manifest =
                cluster.files(job.checkpoints()).stream()
                        .filter(file -> file.endsWith("/_metadata"))
                        .findFirst()
                        .orElseThrow();
        String jobDirectory = manifest.replaceFirst("/chk-\\d+/_metadata", "");
        cluster.write(jobDirectory + "/chk-777777/some-state", "of a checkpoint that was aborted");
        cluster.write(jobDirectory + "/chk-777777/_metadata.part", "not renamed");
        JobClient second = job.environment().executeAsync("aborted");
        Await.until(
                "the leftovers are gone",
                LONG,
                () ->
                        cluster.files(job.checkpoints()).stream()
                                .noneMatch(file -> file.contains("chk-777777")));
        second.cancel();
        Await.until("the job is canceled", LONG, () -> ended(second));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    @Tag("soak")
    void aStoreThatFailsEachKthCallLosesNothing(Fault fault) throws Exception {
        useFaulty();
        int numbers = 40_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("execution.checkpointing.tolerable-failed-checkpoints", "1000");
        JobClient running = job.environment().executeAsync("each k-th");
        Await.until("a checkpoint is complete", LONG, () -> newest() > 0);
        long failures = 0;
        for (int k : new int[] {37, 23, 13, 29, 7}) {
            long before = newest();
            FaultyHdfs.heal();
            FaultyHdfs.failEach(k, fault);
            Await.until(
                    "ten calls fail, each " + k + "th",
                    LONG,
                    () -> FaultyHdfs.failures() >= 10 || ended(running));
            failures += FaultyHdfs.failures();
            FaultyHdfs.heal();
            Await.until(
                    "a checkpoint is complete again",
                    LONG,
                    () -> newest() > before || ended(running));
        }
        CountingJob.hurry();
        running.getJobExecutionResult().get(300, TimeUnit.SECONDS);

        System.out.println("each k-th call, " + fault + ": " + failures + " calls failed");
        assertThat(failures).isPositive();
        assertThat(withoutLeftovers(CountingJob.problems(cluster, directory, numbers))).isEmpty();
    }

    @Test
    @Tag("soak")
    void aSlowStoreLosesNothing() throws Exception {
        useFaulty();
        int numbers = 8_000;
        CountingJob.input(cluster, directory, numbers);
        FaultyHdfs.delay(100);
        CountingJob job = new CountingJob(directory);
        run(job);
        assertThat(CountingJob.problems(cluster, directory, numbers)).isEmpty();
    }

    @Test
    @Tag("soak")
    void aNamenodeThatIsStartedAgainLosesNothing() throws Exception {
        int numbers = 30_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("execution.checkpointing.tolerable-failed-checkpoints", "1000");
        JobClient running = job.environment().executeAsync("namenode");
        for (int round = 0; round < 2; round++) {
            long before = newest();
            Await.until("a checkpoint is complete", LONG, () -> newest() > before);
            cluster.servers().restartNameNode(true);
            long after = newest();
            Await.until(
                    "a checkpoint is complete after the namenode's start",
                    LONG,
                    () -> newest() > after || ended(running));
        }
        CountingJob.hurry();
        running.getJobExecutionResult().get(300, TimeUnit.SECONDS);
        assertThat(withoutLeftovers(CountingJob.problems(cluster, directory, numbers))).isEmpty();
    }

    @Test
    @Tag("soak")
    void oneDatanodeThatIsAwayForSomeSecondsIsNotMissed() throws Exception {
        int numbers = 30_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("execution.checkpointing.tolerable-failed-checkpoints", "1000");
        JobClient running = job.environment().executeAsync("datanode");
        Await.until("a checkpoint is complete", LONG, () -> newest() > 0);
        cluster.stopDatanode();
        long without = newest();
        Await.until(
                "checkpoints go on without it",
                LONG,
                () -> newest() > without + 2 || ended(running));
        cluster.startDatanodes();
        CountingJob.hurry();
        running.getJobExecutionResult().get(300, TimeUnit.SECONDS);
        assertThat(withoutLeftovers(CountingJob.problems(cluster, directory, numbers))).isEmpty();
    }

    @Test
    @Tag("soak")
    void allDatanodesThatAreAwayForTwentySecondsLoseNothing() throws Exception {
        int numbers = 30_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("execution.checkpointing.tolerable-failed-checkpoints", "1000");
        JobClient running = job.environment().executeAsync("datanodes");
        Await.until("a checkpoint is complete", LONG, () -> newest() > 0);
        cluster.stopDatanodes();
        long gone = System.nanoTime();
        Await.until(
                "twenty seconds are over", LONG, () -> System.nanoTime() - gone > 20_000_000_000L);
        cluster.startDatanodes();
        long after = newest();
        Await.until(
                "a checkpoint is complete again", LONG, () -> newest() > after || ended(running));
        CountingJob.hurry();
        running.getJobExecutionResult().get(300, TimeUnit.SECONDS);
        assertThat(withoutLeftovers(CountingJob.problems(cluster, directory, numbers))).isEmpty();
    }

    private void useFaulty() {
        cluster.settle(Map.of("flink.hadoop.fs.hdfs.impl", FaultyHdfs.class.getName()));
    }

    private static void run(CountingJob job) throws Exception {
        StreamExecutionEnvironment env = job.environment();
        env.executeAsync("rescaled").getJobExecutionResult().get(300, TimeUnit.SECONDS);
    }

    private long newest() throws IOException {
        List<Long> all = CountingJob.completed(cluster, directory);
        return all.isEmpty() ? 0 : all.get(all.size() - 1);
    }

    private static boolean ended(JobClient job) throws Exception {
        return job.getJobStatus().get().isGloballyTerminalState();
    }

    /** A hidden file that could not be removed harms nobody. */
    private static List<String> withoutLeftovers(List<String> problems) {
        return problems.stream().filter(problem -> !problem.startsWith("unfinished: ")).toList();
    }
}
