// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.NumbersJob;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs with checkpoints, input and output in a bucket, on whatever store. */
abstract class S3JobsContract {

    Configuration store;
    S3FileSystem fs;

    abstract Configuration settings() throws Exception;

    @BeforeEach
    void makeBucket() throws Exception {
        store = settings();
        FileSystem.initialize(store);
        fs = Buckets.fresh(store);
    }

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachRecordIsInTheFilesOnceHoweverOftenTheJobFails(boolean resuming) throws Exception {
        NumbersJob job = new NumbersJob(fs, store);
        job.resuming = resuming;
        NumbersJob.FAILURES.set(4);
        job.run(2);
        assertThat(NumbersJob.FAILURES.get()).isZero();
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
        assertThat(job.checkpoints()).isEmpty();
    }

    @Test
    void theFilesAreASourceToo() throws Exception {
        NumbersJob job = new NumbersJob(fs, store);
        job.numbers = 1_000;
        job.run(1);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, store);
        List<String> read = new ArrayList<>();
        try (CloseableIterator<String> lines =
                env.fromSource(
                                FileSource.forRecordStreamFormat(
                                                new TextLineInputFormat(),
                                                new Path(fs.getUri() + "out"))
                                        .build(),
                                WatermarkStrategy.noWatermarks(),
                                "lines")
                        .executeAndCollect()) {
            lines.forEachRemaining(read::add);
        }
        assertThat(read).hasSize(1_000).containsExactlyInAnyOrderElementsOf(job.lines());
    }

    @Test
    void anotherProcessGoesOnFromTheLatestCheckpointWithAnotherParallelism() throws Exception {
        NumbersJob job = new NumbersJob(fs, store);
        job.resuming = true;
        job.perSecond = 30; // so that it can't come to its end
        JobClient first = job.start(1);
        Await.until("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 5);
        NumbersJob.suspend(first);
        assertThat(job.checkpoints()).isNotEmpty();
        // What a process leaves that dies in the middle of a checkpoint.
        String directory = job.checkpoints().get(0).substring(fs.getUri().toString().length());
        String jobDirectory = directory.substring(0, directory.lastIndexOf('/'));
        fs.store().begin(jobDirectory + "/chk-900/state", "w");
        Buckets.write(fs, jobDirectory + "/chk-901/state", "half");

        job.perSecond = 4_000;
        job.set("execution.state-recovery.path", "latest");
        job.run(3);
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
        assertThat(fs.exists(new Path(fs.getUri() + jobDirectory + "/chk-901"))).isFalse();
    }

    @Test
    void incrementalCheckpointsOfRocksDbAreKeptAndRemoved() throws Exception {
        NumbersJob job =
                new NumbersJob(fs, store)
                        .set("state.backend.type", "rocksdb")
                        .set("execution.checkpointing.incremental", "true")
                        .set("execution.checkpointing.num-retained", "2");
        job.perSecond = 30;
        JobClient first = job.start(2);
        Await.until("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 8);
        NumbersJob.suspend(first);
        assertThat(job.checkpoints()).hasSizeBetween(2, 3);
        // What a process leaves that dies while it writes a large shared file.
        String directory = job.checkpoints().get(0).substring(fs.getUri().toString().length());
        fs.store().begin(directory.replaceFirst("/chk-.*", "/shared/3-left"), "w");
        job.perSecond = 4_000;
        NumbersJob.FAILURES.set(2);
        job.set("execution.state-recovery.path", "latest");
        job.run(1);
        job.assertEachOnce();
        Buckets.assertNothingUnfinished(fs);
        assertThat(fs.store().listAll("checkpoints/"))
                .noneMatch(object -> object.key().contains("/shared/"))
                .noneMatch(object -> object.key().contains("/chk-"));
    }
}
