// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Keyed state and timers on the heap: tables of pages, and the states built on them.
 *
 * <p>Stands on {@code state} and {@code keys}. Run by: its task; images of tables by I/O threads.
 * Never here: a thread, a lock, a file. Begin with {@link
 * io.millrace.engine.state.heap.HeapKeyedStateBackendFactory}, then {@code PagedTable}.
 */
package io.millrace.engine.state.heap;
