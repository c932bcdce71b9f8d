// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.tests.components.NumbersJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where a store is may be said by a job alone, on a stand-in for a store. */
@Timeout(300)
class JobsBringSettingsTest {

    private FakeS3Server server;
    private Configuration store;
    private S3FileSystem fs;

    @BeforeEach
    void makeBucket() throws Exception {
        FileSystem.initialize(new Configuration());
        server = new FakeS3Server();
        store = CephCluster.settings(server.endpoint());
        fs = Buckets.fresh(store);
    }

    @AfterEach
    void stop() {
        FileSystem.initialize(new Configuration());
        server.close();
    }

    private NumbersJob job(Configuration settings) {
        NumbersJob job = new NumbersJob(fs, settings);
        job.numbers = 500;
        return job;
    }

    @Test
    void aJobIsFollowedAndSoIsTheNextThatSaysTheSameOrNothing() throws Exception {
        NumbersJob job = job(store);
        job.run(2);
        job.assertEachOnce();

        fs.delete(Buckets.path(fs, "out"), true);
        job(store).run(1);
        job.assertEachOnce();

        fs.delete(Buckets.path(fs, "out"), true);
        job(new Configuration()).run(1);
        job.assertEachOnce();
    }

    @Test
    void aJobThatSaysOtherwiseIsRefusedAndNoSecretIsTold() throws Exception {
        job(store).run(1);
        Configuration other = new Configuration(store);
        other.setString("s3.secret-key", "hunter2");
        other.setString("s3.endpoint", "http://elsewhere:1");
        assertThatThrownBy(() -> job(other).run(1))
                .hasStackTraceContaining(
                        "s3.endpoint, s3.secret-key have other values in this process already")
                .hasStackTraceContaining("FileSystem.initialize(configuration)")
                .satisfies(failure -> assertThat(stack(failure)).doesNotContain("hunter2"));
    }

    @Test
    void aSettingThatComesWhenTheStoreIsOpenIsRefused() throws Exception {
        job(store).run(1);
        Configuration more = new Configuration(store);
        more.setString("s3.connection.maximum", "5");
        assertThatThrownBy(() -> job(more).run(1))
                .hasStackTraceContaining(
                        "s3.connection.maximum comes too late, since a file system of s3:, s3a: is"
                                + " open without");
    }

    @Test
    void whatIsSetForTheProcessAndWhatAJobAddsGoTogether() throws Exception {
        Configuration process = new Configuration();
        process.setString("s3.access-key", "testkey");
        process.setString("s3.secret-key", "testsecret");
        FileSystem.initialize(process);
        Configuration rest = new Configuration(store);
        rest.removeKey("s3.access-key");
        rest.removeKey("s3.secret-key");
        NumbersJob job = job(rest);
        job.run(1);
        job.assertEachOnce();
    }

    @Test
    void theProcessMayBeginAnewBetweenJobs() throws Exception {
        job(store).run(1);
        try (FakeS3Server second = new FakeS3Server()) {
            Configuration other = CephCluster.settings(second.endpoint());
            FileSystem.initialize(other);
            fs = Buckets.fresh(other);
            NumbersJob job = job(other);
            job.run(1);
            job.assertEachOnce();
            assertThat(
                            new Path(fs.getUri() + "out")
                                    .getFileSystem()
                                    .exists(Buckets.path(fs, "out")))
                    .isTrue();
        }
    }

    private static String stack(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            all.append(at);
        }
        return all.toString();
    }
}
