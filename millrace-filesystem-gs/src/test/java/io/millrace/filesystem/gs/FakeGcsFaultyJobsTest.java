// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs on a stand-in for a store that is slow, fails, and goes away. */
@Timeout(600)
class FakeGcsFaultyJobsTest {

    private FakeGcsServer server;
    private Configuration store;
    private GsFileSystem fs;

    @BeforeEach
    void start() throws IOException {
        server = new FakeGcsServer();
        use("3");
        fs = Buckets.fresh(store);
    }

    private void use(String attempts) {
        store = server.settings();
        store.setString("gs.retry.max-attempt", attempts);
        FileSystem.initialize(store);
    }

    @AfterEach
    void stop() {
        server.close();
        FileSystem.initialize(new Configuration());
    }

    private NumbersJob job(double seconds) {
        NumbersJob job = new NumbersJob(fs, store);
        job.resuming = true;
        job.perSecond = 1_000;
        job.numbers = (long) (1_000 * seconds);
        return job;
    }

    private void assertExact(NumbersJob job) throws IOException {
        server.failEvery(0);
        server.slow(0);
        job.assertEachOnce();
    }

    /** Neither of those that were completed, nor of those that were given up. */
    private void assertNothingIsLeftOfCheckpoints() throws IOException {
        assertThat(fs.store().listAll("checkpoints/"))
                .noneMatch(object -> object.key().contains("/chk-"))
                .noneMatch(object -> object.key().contains("/shared/"));
    }

    @Test
    void aSlowStoreMakesNoDifferenceToTheResult() throws Exception {
        server.slow(40);
        NumbersJob job = job(4);
        job.run(2);
        assertExact(job);
        job.assertNothingUnfinished();
        assertNothingIsLeftOfCheckpoints();
    }

    /** With one or two attempts, so that the job learns of failures. */
    @ParameterizedTest
    @ValueSource(ints = {5, 60})
    void aStoreThatFailsEveryKthRequestMakesTheJobRestartAndNotLose(int k) throws Exception {
        use(k < 10 ? "2" : "1");
        fs = GsFileSystem.of(fs.getUri(), GsSettings.of(store));
        NumbersJob job = job(8).set("execution.checkpointing.tolerable-failed-checkpoints", "5");
        JobClient client = job.start(2);
        // A job whose directory cannot be used when it starts is refused, and not restarted.
        NumbersJob.await("a checkpoint is complete", () -> NumbersJob.COMPLETED.get() >= 2);
        server.failEvery(k);
        NumbersJob.awaitEnd(client);
        System.out.println(
                "Each " + k + "th request failing: " + NumbersJob.STARTS.get() / 2 + " starts");
        assertExact(job);
    }

    @Tag("soak")
    @Test
    void aStoreThatIsGoneForTwentySecondsCostsNoRecord() throws Exception {
        NumbersJob job = job(30);
        JobClient client = job.start(2);
        NumbersJob.await("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 4);
        server.goAway();
        TimeUnit.SECONDS.sleep(20); // so long it is gone
        server.comeBack();
        NumbersJob.awaitEnd(client);
        System.out.println("Gone for 20 s: " + NumbersJob.STARTS.get() / 2 + " starts");
        assertExact(job);
        job.assertNothingUnfinished();
        assertNothingIsLeftOfCheckpoints();
    }
}
