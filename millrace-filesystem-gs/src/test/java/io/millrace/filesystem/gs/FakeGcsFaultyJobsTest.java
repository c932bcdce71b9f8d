// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.FaultyStore;
import io.millrace.tests.components.FaultyStoreJobs;
import io.millrace.tests.components.NumbersJob;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeGcsFaultyJobsTest extends FaultyStoreJobs {

    private FakeGcsServer server;

    @Override
    protected FaultyStore serve() throws IOException {
        server = new FakeGcsServer();
        return server;
    }

    @Override
    protected Configuration settings(int attempts) {
        Configuration store = server.settings();
        store.setString("gs.retry.max-attempt", String.valueOf(attempts));
        return store;
    }

    @Override
    protected FileSystem fresh(Configuration settings) throws IOException {
        return Buckets.fresh(settings);
    }

    @Override
    protected FileSystem again(FileSystem fs, Configuration settings) throws IOException {
        return GsFileSystem.of(fs.getUri(), GsSettings.of(settings));
    }

    @Override
    protected List<Stored> objects(FileSystem fs, String prefix) throws IOException {
        return ((GsFileSystem) fs)
                .store().listAll(prefix).stream()
                        .map(object -> new Stored(object.key(), object.length() == 0))
                        .toList();
    }

    @Override
    protected void assertNothingUnfinished(FileSystem fs) throws IOException {
        Buckets.assertNothingUnfinished((GsFileSystem) fs);
    }

    @Test
    void aStoreThatFailsEverySixtiethRequestMakesTheJobRestartAndNotLose() throws Exception {
        failing(60, 1, 1.5);
    }

    /** Each 5th for a shorter time: each request that is sent twice waits for a second. */
    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"5, 2, 3", "60, 1, 6", "71, 1, 6"})
    void aStoreThatFailsEveryKthRequestMakesTheJobRestartAndNotLose(
            int k, int attempts, int seconds) throws Exception {
        failing(k, attempts, seconds);
    }

    @Test
    void whatMarksAManifestThatMayComeLateGoesWithTheNextStart() throws Exception {
        server.refuse(request -> request.matches("POST upload .*/chk-2/_metadata"));
        NumbersJob job = job(2).set("execution.checkpointing.tolerable-failed-checkpoints", "5");
        job.perSecond = 30; // so that it can't come to its end
        JobClient client = job.start(2);
        Await.until("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 6);
        NumbersJob.suspend(client);
        assertThat(leftOfCheckpoints().stream().filter(Stored::isMark))
                .singleElement()
                .extracting(Stored::key)
                .asString()
                .contains("/chk-2/");

        server.refuse(request -> false);
        job.perSecond = 4_000;
        job.set("execution.state-recovery.path", "latest").run(2);
        assertExactAndTidy(job);
        assertThat(leftOfCheckpoints()).isEmpty();
    }
}
