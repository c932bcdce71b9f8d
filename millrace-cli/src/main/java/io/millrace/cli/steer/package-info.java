// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * {@code millrace list}, {@code savepoint}, {@code stop} and {@code cancel}: steers jobs that other
 * processes of this user run.
 *
 * <p>Stands on {@code io.millrace.engine.steer}, which knows the sockets. Run by: the main thread.
 * Never here: what a call does. Begin with {@link io.millrace.cli.steer.SteerCommand}.
 */
package io.millrace.cli.steer;
