// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Sees all records of one subtask at once.
 *
 * @param <T> what comes in
 * @param <O> what goes out
 */
@Public
@FunctionalInterface
public interface MapPartitionFunction<T, O> extends Function, Serializable {

    /** Maps the records; the iterable is valid during this call only. */
    void mapPartition(Iterable<T> values, Collector<O> out) throws Exception;
}
