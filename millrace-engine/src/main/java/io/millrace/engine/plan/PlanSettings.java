// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

/**
 * What the planner must know of the job's settings.
 *
 * @param chaining whether operators are chained at all
 * @param chainDifferentMaxParallelism also where they have different numbers of key groups
 * @param objectReuse whether records pass by reference between operators that Flink would chain
 * @param handOver whether senders promise never to touch what they emitted
 * @param maxParallelism of operators that set none; -1 to derive it
 * @param bufferTimeoutMs of operators that set none; 0 for at once, -1 for full batches only
 */
public record PlanSettings(
        boolean chaining,
        boolean chainDifferentMaxParallelism,
        boolean objectReuse,
        boolean handOver,
        int maxParallelism,
        long bufferTimeoutMs) {}
