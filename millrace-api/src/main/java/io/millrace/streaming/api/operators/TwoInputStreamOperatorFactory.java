// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;

/**
 * Makes operators with two inputs.
 *
 * @param <IN1> what comes in on the first input
 * @param <IN2> what comes in on the second
 * @param <OUT> what is emitted
 */
@PublicEvolving
public interface TwoInputStreamOperatorFactory<IN1, IN2, OUT> extends StreamOperatorFactory<OUT> {}
