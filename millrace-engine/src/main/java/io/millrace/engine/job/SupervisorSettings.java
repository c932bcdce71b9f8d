// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.Retention;

/**
 * What the supervisor must know of the job's settings.
 *
 * @param cancelInterruptMs after this long a task that does not come is interrupted, and again each
 *     time this long after that
 * @param cancelTimeoutMs after this long the job is failed and never restarted beside it; 0 for
 *     never
 * @param retention whether checkpoints stay when the job ends
 */
public record SupervisorSettings(
        long cancelInterruptMs, long cancelTimeoutMs, Retention retention) {}
