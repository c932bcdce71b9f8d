// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** A job to be simulated. Each process that runs it asks for its program anew. */
public interface SimulatedJob {

    /**
     * Describes the program, as a {@code main} would, without {@code execute}. Checkpoints, their
     * storage and the restart strategy are set already.
     */
    void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception;

    /**
     * What the finished job has left in the world; compared by {@code equals} with what it leaves
     * when nothing goes wrong, so it must not depend on an order that the program does not promise.
     */
    Object outcome(SimulatedWorld world) throws Exception;

    /**
     * Whether its processes are to end early more often than others', for what it shows it shows
     * from one process to the next.
     */
    default boolean isRestless() {
        return false;
    }

    /**
     * Whether a user asks for savepoints at random moments, and stops the job with them; the next
     * process then begins from there.
     */
    default boolean isSteered() {
        return false;
    }
}
