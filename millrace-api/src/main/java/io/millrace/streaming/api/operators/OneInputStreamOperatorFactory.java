// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

/**
 * Makes operators with one input.
 *
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
public interface OneInputStreamOperatorFactory<IN, OUT> extends StreamOperatorFactory<OUT> {}
