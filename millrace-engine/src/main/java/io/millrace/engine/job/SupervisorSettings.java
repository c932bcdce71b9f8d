// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.Retention;

/**
 * What the supervisor must know of the job's settings.
 *
 * @param checkpointing whether checkpoints are taken
 * @param failOnCheckpointError whether an error while state is written fails the task (section 9, CK-46)
 * @param asyncErrorsCounted whether a tolerable number was set, which then governs asynchronous errors
 * @param cancelInterruptMs after this long a task that does not come is interrupted
 * @param cancelTimeoutMs after this long the job is failed and never restarted beside it; 0 for never
 * @param allowNonRestored whether state without an operator may be dropped
 */
public record SupervisorSettings(
        boolean checkpointing,
        boolean failOnCheckpointError,
        boolean asyncErrorsCounted,
        long cancelInterruptMs,
        long cancelTimeoutMs,
        boolean allowNonRestored,
        Retention retention) {}
