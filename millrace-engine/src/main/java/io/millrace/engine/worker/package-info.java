// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Threads, and how they idle.
 *
 * <p>Stands on {@code time}. Run by: the threads it owns, which are all of the engine. Never here:
 * what a step does. Begin with {@link io.millrace.engine.worker.Step}, then {@code WorkerPool}.
 */
package io.millrace.engine.worker;
