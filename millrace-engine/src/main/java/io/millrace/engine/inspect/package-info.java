// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is in a checkpoint: lists, shows, compares and verifies checkpoints that lie in files,
 * without a job and, where the format allows, without the program's classes.
 *
 * <p>Stands on {@code checkpoint}, {@code state}, {@code storage} and {@code keys}. Run by: the
 * caller, mostly a command; nothing here is used by a running job. Never here: anything that
 * changes a checkpoint; text for a terminal. Begin with {@link
 * io.millrace.engine.inspect.Snapshot}.
 */
package io.millrace.engine.inspect;
