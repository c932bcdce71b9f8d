// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is done to records: one operator per member of {@code spi.OperatorSpec}, and the timers.
 *
 * <p>Stands on {@code chain}, {@code state}, {@code time}, {@code metrics}, and on {@code worker}
 * for the feeding thread of a legacy source. Run by: the chain's task, one call at a time. Never
 * here: a thread, a wait, a lock, a clock of its own; where a record goes next. Begin with {@link
 * io.millrace.engine.operator.MapOperator}, then {@link
 * io.millrace.engine.operator.KeyedProcessOperator}; {@link io.millrace.engine.operator.Operators}
 * makes them.
 */
package io.millrace.engine.operator;
