// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.spi.LauncherEnvironments;
import io.millrace.spi.Pipeline;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;

/** What {@code getExecutionEnvironment()} gives a program that the launcher runs. */
@SuppressWarnings("try") // close() is as open as in the environment it extends
final class LaunchedEnvironment extends StreamExecutionEnvironment {

    static final String RESTORE_PATH = StateRecoveryOptions.SAVEPOINT_PATH.key();
    static final String ALLOW_NON_RESTORED =
            StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE.key();
    static final String PARALLELISM = CoreOptions.DEFAULT_PARALLELISM.key();

    private final RunningJobs jobs;

    private LaunchedEnvironment(
            Configuration configuration, ClassLoader userClassLoader, RunningJobs jobs) {
        super(configuration, userClassLoader);
        this.jobs = jobs;
    }

    /**
     * Finds out before the program runs whether an environment can have this configuration.
     *
     * @throws UsageException if not
     */
    static void check(Configuration configuration, Origins origins, ClassLoader userClassLoader) {
        try {
            new LaunchedEnvironment(configuration, userClassLoader, null);
        } catch (IllegalArgumentException
                | IllegalConfigurationException
                | UnsupportedOperationException e) {
            throw cantBeFollowed(e, origins);
        }
    }

    /** The error of settings that were refused, with the places where they were made. */
    static UsageException cantBeFollowed(RuntimeException refusal, Origins origins) {
        StringBuilder said = new StringBuilder("The settings can't be followed: ");
        said.append(refusal.getMessage());
        for (String place : origins.placesIn(String.valueOf(refusal.getMessage()), null)) {
            said.append("\n  ").append(place);
        }
        return new UsageException(said.toString(), refusal);
    }

    /** What a program without operators would hand to the engine. */
    static Pipeline pipelineOfNothing(Configuration configuration, ClassLoader userClassLoader) {
        LaunchedEnvironment environment =
                new LaunchedEnvironment(configuration, userClassLoader, null);
        return new Pipeline(
                "",
                null,
                List.of(),
                new Configuration(configuration),
                environment.getConfig(),
                null,
                null,
                userClassLoader);
    }

    /**
     * From now on every environment has this configuration (and what the program adds), and its
     * jobs are known to {@code jobs}.
     */
    static void install(
            Configuration configuration, ClassLoader userClassLoader, RunningJobs jobs) {
        initializeContextEnvironment(
                new LauncherEnvironments() {
                    @Override
                    public StreamExecutionEnvironment createExecutionEnvironment(
                            Configuration own) {
                        jobs.environmentAsked();
                        Configuration merged = new Configuration(configuration);
                        LauncherSettings.makeRoom(merged, own.keySet());
                        merged.addAll(own);
                        return new LaunchedEnvironment(merged, userClassLoader, jobs);
                    }

                    @Override
                    public void started(StreamExecutionEnvironment environment, JobClient job) {
                        boolean ours = environment instanceof LaunchedEnvironment;
                        jobs.started(job, !ours && !configuration.keySet().isEmpty());
                    }
                });
    }

    static void uninstall() {
        resetContextEnvironment();
    }

    @Override
    public void configure(ReadableConfig settings, ClassLoader classLoader) {
        LauncherSettings.makeRoom(configuration, settings.toMap().keySet());
        super.configure(settings, classLoader);
    }

    @Override
    public JobClient executeAsync(String jobName) throws Exception {
        try {
            return super.executeAsync(jobName);
        } catch (Exception | Error e) {
            jobs.refused(e, getConfiguration());
            throw e;
        }
    }
}
