// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import java.io.Serializable;

/**
 * Combines two values into one of the same type. It must be associative, for the engine is free to
 * combine neighbours first.
 *
 * @param <T> the values
 */
@Public
@FunctionalInterface
public interface ReduceFunction<T> extends Function, Serializable {

    /**
     * Combines the value so far with the next.
     *
     * @throws Exception fails the task, and the job goes through its restart strategy
     */
    T reduce(T value1, T value2) throws Exception;
}
