// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** What {@code getExecutionEnvironment()} gives a program that the launcher runs. */
@SuppressWarnings("try") // the mirrored close() may throw any exception, so javac counts interruption among them
final class LaunchedEnvironment extends StreamExecutionEnvironment {

    private LaunchedEnvironment(Configuration configuration) {
        super(configuration);
    }

    /**
     * From now on every environment has this configuration (and what the program adds), and its jobs are known to
     * {@code jobs}.
     */
    static void install(Configuration configuration, RunningJobs jobs) {
        initializeContextEnvironment(
                own -> {
                    Configuration merged = new Configuration(configuration);
                    merged.addAll(own);
                    LaunchedEnvironment environment = new LaunchedEnvironment(merged);
                    environment.registerJobListener(jobs);
                    return environment;
                });
    }

    static void uninstall() {
        resetContextEnvironment();
    }

    /** Whether a failure came from {@code execute()} refusing the job, and not from the program's own code. */
    static boolean wasRefused(Throwable failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().startsWith("io.millrace.engine.Engine")) {
                return true;
            }
        }
        return false;
    }
}
