// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Sees all values of a group at once.
 *
 * @param <T> what comes in
 * @param <O> what goes out
 */
@Public
@FunctionalInterface
public interface GroupReduceFunction<T, O> extends Function, Serializable {

    /** Reduces the group; the iterable is valid during this call only. */
    void reduce(Iterable<T> values, Collector<O> out) throws Exception;
}
