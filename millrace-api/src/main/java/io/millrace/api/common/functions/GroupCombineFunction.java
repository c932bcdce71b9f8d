// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Folds a group of values into any number of partial results.
 *
 * @param <IN> what comes in
 * @param <OUT> the partial results
 */
@Public
@FunctionalInterface
public interface GroupCombineFunction<IN, OUT> extends Function, Serializable {

    /** Combines the values; the iterable is valid during this call only. */
    void combine(Iterable<IN> values, Collector<OUT> out) throws Exception;
}
