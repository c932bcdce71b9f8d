// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * How a task that is part of a loop stands, between two elements.
 *
 * @param sent elements that it has sent within the loop in this attempt
 * @param processed elements from within the loop that it is done with
 * @param entered whether all that enters the loop by this task has entered
 * @param resting whether it holds nothing that it has taken and is not done with
 */
public record Flow(long sent, long processed, boolean entered, boolean resting) {}
