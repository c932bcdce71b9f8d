// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Makes one result of each matching pair.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> the results
 */
@Public
@FunctionalInterface
public interface JoinFunction<IN1, IN2, OUT> extends Function, Serializable {

    /** Joins one pair. */
    OUT join(IN1 first, IN2 second) throws Exception;
}
