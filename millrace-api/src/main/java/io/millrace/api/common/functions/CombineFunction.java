// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Folds a group of values into one partial result.
 *
 * @param <IN> what comes in
 * @param <OUT> the partial result
 */
@Public
@FunctionalInterface
public interface CombineFunction<IN, OUT> extends Function, Serializable {

    /** Combines the values; the iterable is valid during this call only. */
    OUT combine(Iterable<IN> values) throws Exception;
}
