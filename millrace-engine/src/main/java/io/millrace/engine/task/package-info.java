// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * One subtask, stepping: letters, alignment, watermarks, the chain, the end.
 *
 * <p>Stands on {@code chain}, {@code exchange}, {@code state}, {@code worker}. Run by: the worker
 * that steps the task; {@link io.millrace.engine.task.Mailbox} by anyone. Never here: what an
 * operator does, what the whole job decides. Begin with {@link io.millrace.engine.task.Task}.
 */
package io.millrace.engine.task;
