// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Makes any number of results of each matching pair.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> the results
 */
@Public
@FunctionalInterface
public interface FlatJoinFunction<IN1, IN2, OUT> extends Function, Serializable {

    /** Joins one pair; emits through the collector. */
    void join(IN1 first, IN2 second, Collector<OUT> out) throws Exception;
}
