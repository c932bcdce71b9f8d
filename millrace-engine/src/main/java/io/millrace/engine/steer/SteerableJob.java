// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.steer;

import io.millrace.core.execution.SavepointFormatType;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What can be asked of a running job from outside. Any thread. */
public interface SteerableJob {

    /** 32 hexadecimal digits. */
    String id();

    String name();

    /** A word, as Flink has it: {@code RUNNING}, {@code RESTARTING}, ... */
    String state();

    /** When it was started, in milliseconds since 1970. */
    long startedMs();

    /** Where its newest completed checkpoint lies on disk; empty for none. */
    Optional<String> lastCheckpoint();

    /**
     * Takes a savepoint.
     *
     * @param directory null for the one that is configured
     * @return where it lies
     */
    CompletableFuture<String> savepoint(String directory, SavepointFormatType format);

    /** Takes a savepoint and ends the job with it; where it lies, when the job has finished. */
    CompletableFuture<String> stop(boolean drain, String directory, SavepointFormatType format);

    /** Cancels the job; completes when it has ended. */
    CompletableFuture<Void> cancel();

    /** The same, with a savepoint taken first. */
    CompletableFuture<String> cancelWithSavepoint(String directory, SavepointFormatType format);

    /** Completes when the job has ended, however. */
    CompletableFuture<?> ended();
}
