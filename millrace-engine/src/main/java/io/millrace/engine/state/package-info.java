// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a task knows: keyed state, operator state, timers, and their snapshots.
 *
 * <p>Stands on {@code keys} and {@code storage}. Run by: its task; {@link
 * io.millrace.engine.state.SnapshotWriter} and frozen state by I/O threads. Never here: a thread, a
 * lock, a clock; what a checkpoint of the whole job is. Begin with {@link
 * io.millrace.engine.state.KeyedStateBackend}, then {@code heap.PagedTable}.
 */
package io.millrace.engine.state;
