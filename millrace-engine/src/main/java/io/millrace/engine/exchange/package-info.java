// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How records pass between subtasks: channels of batches, gates, partitioners.
 *
 * <p>Stands on {@code keys} and {@code state}. Run by: two tasks, one on each side of a channel.
 * Never here: a thread, a lock, a wait; what an operator does with a record. Begin with {@link
 * io.millrace.engine.exchange.Channel}.
 */
package io.millrace.engine.exchange;
