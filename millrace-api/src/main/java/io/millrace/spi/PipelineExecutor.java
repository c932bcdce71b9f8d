// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.core.execution.JobClient;

/**
 * What {@code execute()} hands a program to; found by {@link java.util.ServiceLoader}. The engine
 * is the one implementation; a test may bring another.
 */
public interface PipelineExecutor {

    /**
     * Checks and starts the job; returns when all its tasks have been deployed or refused.
     *
     * @throws Exception when the program, its settings or the place it restores from are unfit;
     *     nothing has been started then
     */
    JobClient start(Pipeline pipeline) throws Exception;
}
