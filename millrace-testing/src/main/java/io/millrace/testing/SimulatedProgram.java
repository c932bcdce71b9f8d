// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A program to be simulated whose results go to {@link SimulatedWorld#results()}, or are collected
 * by {@code collectAsync()}: the simulation reads those.
 */
@FunctionalInterface
public interface SimulatedProgram {

    /**
     * Describes the program, as a {@code main} would, without {@code execute}; once for each
     * process. Checkpoints, their storage and the restart strategy are set already.
     */
    void build(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception;
}
