// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Bytes that survive: sealed files, where they lie, and when they count.
 *
 * <p>Stands on {@code core.fs} of the API. Run by: I/O threads (and the job thread while a job
 * starts). Never here: what the bytes mean. Only this room opens files, only {@code
 * CheckpointPaths} spells a path. Begin with {@link io.millrace.engine.storage.CheckpointStorage}.
 */
package io.millrace.engine.storage;
