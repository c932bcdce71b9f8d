// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.tests.components.FaultyStore;
import io.millrace.tests.components.FaultyStoreJobs;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FakeS3FaultyJobsTest extends FaultyStoreJobs {

    private FakeS3Server server;

    @Override
    protected FaultyStore serve() throws IOException {
        server = new FakeS3Server();
        return server;
    }

    @Override
    protected Configuration settings(int attempts) {
        Configuration store = CephCluster.settings(server.endpoint());
        store.setString("s3.attempts.maximum", String.valueOf(attempts));
        return store;
    }

    @Override
    protected FileSystem fresh(Configuration settings) throws IOException {
        return Buckets.fresh(settings);
    }

    @Override
    protected FileSystem again(FileSystem fs, Configuration settings) throws IOException {
        return S3FileSystem.of(fs.getUri(), S3Settings.of(settings));
    }

    @Override
    protected List<Stored> objects(FileSystem fs, String prefix) throws IOException {
        return ((S3FileSystem) fs)
                .store().listAll(prefix).stream()
                        .map(object -> new Stored(object.key(), object.length() == 0))
                        .toList();
    }

    @Override
    protected void assertNothingUnfinished(FileSystem fs) throws IOException {
        Buckets.assertNothingUnfinished((S3FileSystem) fs);
    }

    /** With one attempt, so that the job learns of each failure. */
    @Test
    void aStoreThatFailsEveryFiftyThirdRequestMakesTheJobRestartAndNotLose() throws Exception {
        failing(53, 1, 1.5);
    }

    /**
     * Each 23rd only where a request is sent twice. With one attempt this job cannot go on: from a
     * restart until it runs it makes 39 requests in a row (12 to verify the six files of the
     * checkpoint, 12 to read them, 15 for the sink's files), of which all but the 4 that look for
     * leftovers are needed, and then 26 for a checkpoint, of which 2 for the sink's files are. So
     * of any 23 one fails, and mostly one that ends the attempt. Measured, with 300 restarts, until
     * the job was given up: none completed a checkpoint at 23 and 25, one at 24 and 26, three at
     * 27. At 28 the job came to its end after 16 starts, at 29 after 83: whether a start gets
     * through depends on where the failures fall, and with it whether the test takes ten seconds or
     * two minutes; so 53 is the smallest here that is sent once. Without faults, or with the ten
     * attempts of the default, it starts once.
     */
    @Tag("soak")
    @ParameterizedTest
    @CsvSource({"5, 2, 3", "23, 2, 6", "53, 1, 4", "97, 1, 6"})
    void aStoreThatFailsEveryKthRequestMakesTheJobRestartAndNotLose(
            int k, int attempts, int seconds) throws Exception {
        failing(k, attempts, seconds);
    }
}
