// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Turns each record into none, one or many.
 *
 * @param <T> what comes in
 * @param <O> what goes out
 */
@Public
@FunctionalInterface
public interface FlatMapFunction<T, O> extends Function, Serializable {

    /**
     * Emits what one record becomes. The collector is valid during this call only.
     *
     * @throws Exception fails the task, and the job goes through its restart strategy
     */
    void flatMap(T value, Collector<O> out) throws Exception;
}
