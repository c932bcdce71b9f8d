// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.util.OptionalFailure;
import java.util.List;
import java.util.Map;

/**
 * How a job ended.
 *
 * @param state a terminal one
 * @param cause why it failed; null unless it did
 * @param runtimeMs from its start
 * @param keptCheckpoints pointers of the checkpoints that stay, newest first
 * @param accumulators what those of the last attempt amount to
 */
public record JobOutcome(
        JobState state,
        Throwable cause,
        long runtimeMs,
        List<String> keptCheckpoints,
        Map<String, OptionalFailure<Object>> accumulators) {}
