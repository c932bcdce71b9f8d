// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The contract between an operator and the task that runs it, so that neither room knows the other.
 *
 * <p>Stands on {@code state}, {@code time}, {@code metrics}. Run by: the chain's task. Never here:
 * an operator, a task, a channel. Begin with {@link io.millrace.engine.chain.Operator}.
 */
package io.millrace.engine.chain;
