// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/**
 * What {@code getExecutionEnvironment()} gives a program that is only looked at: it takes the first
 * job and starts none. What would come after the job has no result to go on with, so the main method
 * ends there.
 */
@SuppressWarnings("try") // close() is as open as in the environment it extends
final class PlannedEnvironment extends StreamExecutionEnvironment {

    private static volatile Pipeline taken;

    /** Ends the main method; an error, so that programs do not take it for one of their own. */
    static final class Planned extends Error {
        private static final long serialVersionUID = 1L;

        private final transient Pipeline pipeline;

        Planned(Pipeline pipeline) {
            super("The job is only looked at", null, false, false);
            this.pipeline = pipeline;
        }

        Pipeline pipeline() {
            return pipeline;
        }
    }

    private PlannedEnvironment(Configuration configuration, ClassLoader loader) {
        super(configuration, loader);
    }

    static void install(Configuration configuration, ClassLoader loader) {
        taken = null;
        initializeContextEnvironment(
                own -> {
                    Configuration merged = new Configuration(configuration);
                    LauncherSettings.makeRoom(merged, own.keySet());
                    merged.addAll(own);
                    return new PlannedEnvironment(merged, loader);
                });
    }

    static void uninstall() {
        resetContextEnvironment();
    }

    /** The first job; null when there was none yet. */
    static Pipeline taken() {
        return taken;
    }

    @Override
    public JobClient executeAsync(String jobName) {
        Pipeline pipeline = Programs.pipeline(this, jobName);
        if (taken == null) {
            taken = pipeline;
        }
        throw new Planned(pipeline);
    }
}
