// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableFsDataOutputStream;
import io.millrace.core.fs.RecoverableWriter.ResumeRecoverable;
import io.millrace.tests.components.Await;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two namenodes, and the other one becomes active under whatever is going on. */
@Tag("soak")
@Timeout(600)
class FailoverTest {

    private static final Duration LONG = Duration.ofSeconds(300);

    private HdfsCluster cluster;
    private String directory;

    @BeforeEach
    void start() throws Exception {
        cluster = HdfsCluster.pair();
        directory = cluster.newDirectory();
    }

    @AfterEach
    void stop() throws Exception {
        cluster.stop();
    }

    @Test
    void filesAppearOnceAndAreGoneOnWithAtTheOtherNamenode() throws Exception {
        HadoopFileSystem fs = cluster.fileSystem();
        Path whole = new Path(directory + "/_metadata");
        Path part = new Path(directory + "/part");
        fs.createWhole(whole, new byte[] {1});
        RecoverableFsDataOutputStream out = fs.createRecoverableWriter().open(part);
        out.write(new byte[] {1, 2});
        ResumeRecoverable point = out.persist();
        out.write(3);
        failOver();

        assertThat(fs.existsNow(whole)).isTrue();
        fs.createWhole(whole, new byte[] {1});
        assertThatThrownBy(() -> fs.createWhole(whole, new byte[] {2}))
                .isInstanceOf(FileAlreadyExistsException.class);
        RecoverableFsDataOutputStream again = fs.createRecoverableWriter().recover(point);
        again.write(4);
        failOver();
        again.closeForCommit().commit();
        assertThat(fs.open(part).readAllBytes()).containsExactly(1, 2, 4);
    }

    @Test
    void aJobDoesNotMissTheNamenode() throws Exception {
        int numbers = 30_000;
        CountingJob.input(cluster, directory, numbers);
        CountingJob job = new CountingJob(directory);
        job.settings.put("execution.checkpointing.tolerable-failed-checkpoints", "1000");
        JobClient running = job.environment().executeAsync("failover");
        for (int round = 0; round < 3; round++) {
            long before = newest();
            Await.until(
                    "two further checkpoints are complete",
                    LONG,
                    () ->
                            newest() >= before + 2
                                    || running.getJobStatus().get().isGloballyTerminalState());
            failOver();
        }
        CountingJob.hurry();
        running.getJobExecutionResult().get(300, TimeUnit.SECONDS);
        assertThat(CountingJob.problems(cluster, directory, numbers)).isEmpty();
    }

    private void failOver() throws Exception {
        int active = cluster.servers().getNameNode(0).isActiveState() ? 0 : 1;
        cluster.servers().transitionToStandby(active);
        cluster.servers().transitionToActive(1 - active);
    }

    private long newest() throws Exception {
        List<Long> all = CountingJob.completed(cluster, directory);
        return all.isEmpty() ? 0 : all.get(all.size() - 1);
    }
}
