// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Agreement on a cut: when a checkpoint is taken, who must answer, when it is real, how long it
 * stays.
 *
 * <p>Stands on {@code state}, {@code storage} and {@code time}. Run by: the job thread, which owns
 * the {@link io.millrace.engine.checkpoint.CheckpointCoordinator} and carries its decisions out;
 * the {@link io.millrace.engine.checkpoint.CheckpointStore} by I/O threads. Never here: a thread, a
 * lock, a file; and in the coordinator no clock either. Begin with {@link
 * io.millrace.engine.checkpoint.CheckpointDecision}, then the coordinator.
 */
package io.millrace.engine.checkpoint;
