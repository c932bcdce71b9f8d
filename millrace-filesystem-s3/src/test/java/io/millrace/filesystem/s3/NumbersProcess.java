// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.s3;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import io.millrace.tests.components.NumbersJob;
import java.net.URI;

/**
 * A process that runs {@link NumbersJob} to its end, from the latest checkpoint where there is one.
 * Arguments: endpoint, bucket, parallelism, how many numbers, how many in a second, state backend.
 */
final class NumbersProcess {

    private NumbersProcess() {}

    public static void main(String[] arguments) throws Exception {
        Configuration store = CephCluster.settings(arguments[0]);
        FileSystem.initialize(store);
        S3FileSystem fs =
                S3FileSystem.of(URI.create("s3://" + arguments[1] + "/"), S3Settings.of(store));
        NumbersJob job = new NumbersJob(fs, store);
        job.numbers = Long.parseLong(arguments[3]);
        job.perSecond = Double.parseDouble(arguments[4]);
        job.resuming = true;
        job.set("state.backend.type", arguments[5]);
        job.set("execution.checkpointing.incremental", "true");
        if (!job.checkpoints().isEmpty()) {
            job.set("execution.state-recovery.path", "latest");
        }
        job.run(Integer.parseInt(arguments[2]));
        System.exit(0);
    }
}
