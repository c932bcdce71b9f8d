// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Makes one result of each pair of a Cartesian product.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> the results
 */
@Public
@FunctionalInterface
public interface CrossFunction<IN1, IN2, OUT> extends Function, Serializable {

    /** Crosses one pair. */
    OUT cross(IN1 val1, IN2 val2) throws Exception;
}
