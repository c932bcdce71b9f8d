// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.plan;

/**
 * What the planner must know of the job's settings.
 *
 * @param chaining whether operators are chained at all
 * @param objectReuse whether records pass by reference between operators that Flink would chain
 * @param handOver whether senders promise never to touch what they emitted
 * @param maxParallelism of operators that set none; -1 to derive it
 */
public record PlanSettings(
        boolean chaining, boolean objectReuse, boolean handOver, int maxParallelism) {}
