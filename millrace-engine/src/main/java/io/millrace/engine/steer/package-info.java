// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Steering running jobs from another process of the same user: a socket of the process, and who
 * talks to it.
 *
 * <p>Stands on {@code storage} for the directory; what is asked is done by a {@link
 * io.millrace.engine.steer.SteerableJob}. Run by: daemon threads of its own, which there are only
 * while jobs run; the other end by its caller. Never here: what a call means; anything a job waits
 * for. Begin with {@link io.millrace.engine.steer.Steering}.
 */
package io.millrace.engine.steer;
