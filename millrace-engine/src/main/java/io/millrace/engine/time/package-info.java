// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The only clock.
 *
 * <p>Stands on nothing. Run by: anyone. Never here: waiting, timers, threads. Begin with {@link
 * io.millrace.engine.time.Clock}.
 */
package io.millrace.engine.time;
