// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.environment.StreamExecutionEnvironmentFactory;

/**
 * Makes the environments of a program that something else runs (a launcher), and hears of jobs that
 * the program starts past it, in environments it made itself.
 */
public interface LauncherEnvironments extends StreamExecutionEnvironmentFactory {

    /** A job was started. The thread that has started it. */
    void started(StreamExecutionEnvironment environment, JobClient job);
}
