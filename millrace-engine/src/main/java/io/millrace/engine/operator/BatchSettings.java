// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

/**
 * What the operators of a batch job need to know.
 *
 * @param sortMemoryBytes how much of its input one operator in one subtask sorts in memory; more
 *     goes to disk
 * @param room where to
 */
public record BatchSettings(long sortMemoryBytes, Spill.Room room) {}
