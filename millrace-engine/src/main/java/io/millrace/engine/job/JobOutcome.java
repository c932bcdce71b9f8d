// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import java.util.List;

/**
 * How a job ended.
 *
 * @param state a terminal one
 * @param cause why it failed; null unless it did
 * @param runtimeMs from its start
 * @param keptCheckpoints pointers of the checkpoints that stay, newest first
 */
public record JobOutcome(
        JobState state, Throwable cause, long runtimeMs, List<String> keptCheckpoints) {}
