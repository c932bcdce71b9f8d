// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.time.Time;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.file.Path;
import java.time.Duration;

/** Makes environments and runs jobs in this JVM, each with a deadline. */
public final class Jobs {

    /** Long for a machine that does other things too; the job of a test takes far less. */
    public static final Duration DEADLINE = Duration.ofSeconds(120);

    private Jobs() {}

    /** An environment without checkpoints and without restarts. */
    public static StreamExecutionEnvironment environment(int parallelism) {
        return environment(parallelism, new Configuration());
    }

    /** An environment without restarts, unless the configuration says which. */
    public static StreamExecutionEnvironment environment(
            int parallelism, Configuration configuration) {
        Configuration all = new Configuration(configuration);
        if (!all.contains(RestartStrategyOptions.RESTART_STRATEGY)) {
            all.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        }
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, all);
    }

    /**
     * A configuration that has checkpoints in files under {@code directory}, each handle in a file
     * of its own.
     */
    public static Configuration checkpointsIn(Path directory) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, directory.toUri().toString());
        configuration.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
        return configuration;
    }

    /**
     * The same, for a job that begins from {@code path}: a checkpoint's directory, its manifest, or
     * {@code latest}.
     */
    public static Configuration checkpointsIn(Path directory, String path) {
        Configuration configuration = checkpointsIn(directory);
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path);
        return configuration;
    }

    /** Lets the job restart so many times, at once. */
    @SuppressWarnings("deprecation") // what users of 1.20 write
    public static void restarts(StreamExecutionEnvironment environment, int times) {
        environment.setRestartStrategy(
                RestartStrategies.fixedDelayRestart(times, Time.milliseconds(0)));
    }

    /** Runs the job to its end, which must be a good one. */
    public static JobExecutionResult run(StreamExecutionEnvironment environment, String name)
            throws Exception {
        return start(environment, name).awaitFinished();
    }

    /** Runs the job, which must fail, and gives back what execute() would throw. */
    public static Throwable runToFailure(StreamExecutionEnvironment environment, String name)
            throws Exception {
        return start(environment, name).awaitFailure();
    }

    public static RunningJob start(StreamExecutionEnvironment environment, String name)
            throws Exception {
        return new RunningJob(environment.executeAsync(name));
    }
}
