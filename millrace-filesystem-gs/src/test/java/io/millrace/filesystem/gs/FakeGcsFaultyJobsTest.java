// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.gs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
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

    /** Each record once; no hidden object; no file of any checkpoint. */
    private void assertExactAndTidy(NumbersJob job) throws IOException {
        server.failEvery(0);
        server.slow(0);
        job.assertEachOnce();
        job.assertNothingUnfinished();
        // A removal that failed as the job ended is tried again after it.
        NumbersJob.await(
                "only marks are left",
                () -> leftOfCheckpoints().stream().allMatch(FakeGcsFaultyJobsTest::isMark));
        List<String> left = leftOfCheckpoints();
        // One for a manifest of which the job was not told that it was put, nor that it was not.
        long unsure =
                server.failed().stream()
                        .filter(each -> each.matches(".*/(chk-\\d+/_metadata|owner-[^/]*)"))
                        .count();
        assertThat((long) left.size()).isLessThanOrEqualTo(unsure);
    }

    /** "Does not count, though it may have a manifest": empty, as docs/formats/layout.md says. */
    private static boolean isMark(String key) {
        return key.matches(".*/chk-\\d+/_void-owner-[^/]*");
    }

    private List<String> leftOfCheckpoints() {
        try {
            return fs.store().listAll("checkpoints/").stream()
                    .filter(
                            object ->
                                    object.key().contains("/chk-")
                                            || object.key().contains("/shared/"))
                    .peek(
                            object ->
                                    assertThat(object.length() == 0)
                                            .as(object.key())
                                            .isEqualTo(isMark(object.key())))
                    .map(GsStore.Listed::key)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void slow(long millis, double seconds) throws Exception {
        server.slow(millis);
        NumbersJob job = job(seconds);
        job.run(2);
        assertExactAndTidy(job);
        assertThat(leftOfCheckpoints()).isEmpty();
    }

    @Test
    void aSlowStoreMakesNoDifferenceToTheResult() throws Exception {
        slow(10, 1);
    }

    @Tag("soak")
    @Test
    void aStoreThatIsSlowForLongMakesNoDifferenceToTheResult() throws Exception {
        slow(40, 4);
    }

    /** With one or two attempts, so that the job learns of failures. */
    private void failing(int k, double seconds) throws Exception {
        use(k < 10 ? "2" : "1");
        fs = GsFileSystem.of(fs.getUri(), GsSettings.of(store));
        NumbersJob job =
                job(seconds)
                        .set("execution.checkpointing.tolerable-failed-checkpoints", "5")
                        .set("restart-strategy.fixed-delay.delay", "20 ms");
        JobClient client = job.start(2);
        // A job whose directory cannot be used when it starts is refused, and not restarted.
        NumbersJob.await("a checkpoint is complete", () -> NumbersJob.COMPLETED.get() >= 2);
        server.failEvery(k);
        NumbersJob.awaitEnd(client);
        System.out.println(
                "Each "
                        + k
                        + "th request failing: "
                        + NumbersJob.STARTS.get() / 2
                        + " starts, "
                        + server.failed().size()
                        + " of "
                        + server.requests().size()
                        + " requests failed");
        assertThat(server.failed()).isNotEmpty();
        assertExactAndTidy(job);
    }

    @Test
    void aStoreThatFailsEverySixtiethRequestMakesTheJobRestartAndNotLose() throws Exception {
        failing(60, 1.5);
    }

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {5, 60, 71})
    void aStoreThatFailsEveryKthRequestMakesTheJobRestartAndNotLose(int k) throws Exception {
        failing(k, 8);
    }

    @Test
    void whatMarksAManifestThatMayComeLateGoesWithTheNextStart() throws Exception {
        server.refuse(request -> request.matches("POST upload .*/chk-2/_metadata"));
        NumbersJob job = job(2).set("execution.checkpointing.tolerable-failed-checkpoints", "5");
        job.perSecond = 30; // so that it can't come to its end
        JobClient client = job.start(2);
        NumbersJob.await("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 6);
        NumbersJob.suspend(client);
        assertThat(leftOfCheckpoints().stream().filter(FakeGcsFaultyJobsTest::isMark))
                .singleElement()
                .asString()
                .contains("/chk-2/");

        server.refuse(request -> false);
        job.perSecond = 4_000;
        job.set("execution.state-recovery.path", "latest").run(2);
        assertExactAndTidy(job);
        assertThat(leftOfCheckpoints()).isEmpty();
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
        server.slow(0);
        job.assertEachOnce();
        job.assertNothingUnfinished();
        assertThat(leftOfCheckpoints()).allMatch(FakeGcsFaultyJobsTest::isMark);
    }
}
