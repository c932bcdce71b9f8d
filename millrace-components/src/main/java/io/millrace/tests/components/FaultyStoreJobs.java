// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole jobs on a stand-in for a store that is slow, fails, and goes away. */
@Timeout(600)
public abstract class FaultyStoreJobs {

    private FaultyStore server;
    private Configuration store;
    private FileSystem fs;

    /** What one object is called, and whether there is nothing in it. */
    public record Stored(String key, boolean empty) {

        /** "Does not count, though it may have a manifest": empty, see docs/formats/layout.md. */
        public boolean isMark() {
            return empty && key.matches(".*/chk-\\d+/_void-owner-[^/]*");
        }
    }

    protected abstract FaultyStore serve() throws IOException;

    /** Of clients of the store that try a request so often. */
    protected abstract Configuration settings(int attempts);

    /** With an empty bucket. */
    protected abstract FileSystem fresh(Configuration settings) throws IOException;

    /** The same bucket with other settings. */
    protected abstract FileSystem again(FileSystem fs, Configuration settings) throws IOException;

    /** All objects, hidden ones too, whose keys begin so. */
    protected abstract List<Stored> objects(FileSystem fs, String prefix) throws IOException;

    protected abstract void assertNothingUnfinished(FileSystem fs) throws IOException;

    @BeforeEach
    void start() throws IOException {
        server = serve();
        use(3);
        fs = fresh(store);
    }

    private void use(int attempts) {
        store = settings(attempts);
        FileSystem.initialize(store);
    }

    @AfterEach
    void stop() {
        server.close();
        FileSystem.initialize(new Configuration());
    }

    /** One that takes so long if nothing goes wrong. */
    protected final NumbersJob job(double seconds) {
        NumbersJob job = new NumbersJob(fs, store);
        job.resuming = true;
        job.perSecond = 1_000;
        job.numbers = (long) (1_000 * seconds);
        return job;
    }

    /** Each record once; nothing unfinished; no file of any checkpoint. */
    protected final void assertExactAndTidy(NumbersJob job) throws IOException {
        server.failEvery(0);
        server.slow(0);
        job.assertEachOnce();
        assertNothingUnfinished(fs);
        // A removal that failed as the job ended is tried again after it.
        Await.until(
                "only marks are left", () -> leftOfCheckpoints().stream().allMatch(Stored::isMark));
        // One for a manifest of which the job was not told that it was put, nor that it was not.
        long unsure =
                server.failed().stream()
                        .filter(each -> each.matches(".*/(chk-\\d+/_metadata|owner-[^/]*)"))
                        .count();
        assertThat((long) leftOfCheckpoints().size()).isLessThanOrEqualTo(unsure);
    }

    protected final List<Stored> leftOfCheckpoints() throws IOException {
        return objects(fs, "checkpoints/").stream()
                .filter(each -> each.key().contains("/chk-") || each.key().contains("/shared/"))
                .toList();
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
        slow(15, 1);
    }

    @Tag("soak")
    @Test
    void aStoreThatIsSlowForLongMakesNoDifferenceToTheResult() throws Exception {
        slow(40, 4);
    }

    /** With few attempts, so that the job learns of failures. */
    protected final void failing(int k, int attempts, double seconds) throws Exception {
        use(attempts);
        fs = again(fs, store);
        NumbersJob job =
                job(seconds)
                        .set("execution.checkpointing.tolerable-failed-checkpoints", "5")
                        .set("restart-strategy.fixed-delay.delay", "20 ms");
        JobClient client = job.start(2);
        // A job whose directory cannot be used when it starts is refused, and not restarted.
        Await.until("a checkpoint is complete", () -> NumbersJob.COMPLETED.get() >= 2);
        server.failEvery(k);
        NumbersJob.awaitEnd(client);
        System.out.println(
                "Each "
                        + k
                        + "th request failing, each sent "
                        + attempts
                        + " times at most: "
                        + NumbersJob.STARTS.get() / 2
                        + " starts, "
                        + server.failed().size()
                        + " of "
                        + server.requests().size()
                        + " requests failed");
        assertThat(server.failed()).isNotEmpty();
        assertExactAndTidy(job);
    }

    @Tag("soak")
    @Test
    void aStoreThatIsGoneForTwentySecondsCostsNoRecord() throws Exception {
        NumbersJob job = job(15);
        JobClient client = job.start(2);
        Await.until("checkpoints are complete", () -> NumbersJob.COMPLETED.get() >= 4);
        server.goAway();
        Await.awayFor(Duration.ofSeconds(20));
        server.comeBack();
        NumbersJob.awaitEnd(client);
        System.out.println("Gone for 20 s: " + NumbersJob.STARTS.get() / 2 + " starts");
        job.assertEachOnce();
        assertNothingUnfinished(fs);
        assertThat(leftOfCheckpoints()).allMatch(Stored::isMark);
    }
}
