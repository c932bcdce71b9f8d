// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Sees, for one key, all records of both inputs at once; either side may be empty.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <O> the results
 */
@Public
@FunctionalInterface
public interface CoGroupFunction<IN1, IN2, O> extends Function, Serializable {

    /** Handles the two groups of one key. The iterables are valid during this call only. */
    void coGroup(Iterable<IN1> first, Iterable<IN2> second, Collector<O> out) throws Exception;
}
