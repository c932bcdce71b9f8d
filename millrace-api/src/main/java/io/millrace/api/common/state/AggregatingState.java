// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;

/**
 * An accumulator to which values are added; {@link #get} reads its result, null as long as nothing
 * was added.
 *
 * @param <IN> what is added
 * @param <OUT> what is read
 */
@PublicEvolving
public interface AggregatingState<IN, OUT> extends MergingState<IN, OUT> {}
