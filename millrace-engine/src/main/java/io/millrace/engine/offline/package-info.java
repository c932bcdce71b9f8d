// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is done to snapshots without a job.
 *
 * <p>Stands on checkpoint, state, storage and keys. Run by: the caller; streams, and never holds a
 * whole state. Never here: writing into a snapshot that is there; what this room makes is a new
 * one, which is nothing until its manifest is there. Begin with {@code MaxParallelismChange}.
 */
package io.millrace.engine.offline;
