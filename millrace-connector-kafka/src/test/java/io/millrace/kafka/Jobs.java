// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Environments of tests. */
final class Jobs {

    private Jobs() {}

    /** Without restarts. */
    static StreamExecutionEnvironment environment(int parallelism) {
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, none());
    }

    private static Configuration none() {
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        return configuration;
    }

    /**
     * Without restarts, with checkpoints in a directory that stay.
     *
     * @param from {@code latest} or a checkpoint; null to begin anew
     */
    @SuppressWarnings("deprecation") // what users of 1.20 write
    static StreamExecutionEnvironment environment(
            int parallelism, Path checkpoints, long intervalMs, String from) {
        Configuration configuration = none();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        if (from != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, from);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        env.enableCheckpointing(intervalMs);
        env.getCheckpointConfig()
                .setExternalizedCheckpointCleanup(
                        ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);
        return env;
    }

    /** Restarts at once, as often as need be; with checkpoints in the directory. */
    static StreamExecutionEnvironment restarting(int parallelism, Path checkpoints) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(500));
        return StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
    }

    /** Waits for the job's good end. */
    static void finish(JobClient job) throws Exception {
        job.getJobExecutionResult().get(120, TimeUnit.SECONDS);
    }

    /** Waits for its bad end. */
    static Throwable failure(JobClient job) throws Exception {
        try {
            job.getJobExecutionResult().get(120, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("The job was to fail, and ended well");
    }

    static void cancel(JobClient job) throws Exception {
        job.cancel().get(60, TimeUnit.SECONDS);
    }

    static Properties properties(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty(keysAndValues[i], keysAndValues[i + 1]);
        }
        return properties;
    }
}
