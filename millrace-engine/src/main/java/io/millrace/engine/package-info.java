// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Assembles a job and hands it out: the engine's front door.
 *
 * <p>Stands on {@code job}, {@code plan}, {@code worker}. Run by: the caller's thread. Never here:
 * a decision about a running job. Begin with {@link io.millrace.engine.Engine}.
 */
package io.millrace.engine;
