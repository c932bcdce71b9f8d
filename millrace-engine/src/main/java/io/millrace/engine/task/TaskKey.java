// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * Which task: a subtask of a vertex, in one attempt.
 *
 * @param vertex index of the vertex in the plan
 * @param subtask 0-based
 * @param attempt 0 for the first try; letters of an older attempt are thrown away unread
 */
public record TaskKey(int vertex, int subtask, int attempt) {}
