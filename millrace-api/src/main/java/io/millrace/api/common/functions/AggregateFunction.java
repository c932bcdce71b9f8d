// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * An aggregation in four steps: begin an accumulator, add values to it, merge two of them, read a
 * result. The function holds no state of its own; the accumulator is the state.
 *
 * @param <IN> what is added
 * @param <ACC> what is kept
 * @param <OUT> what is read
 */
@PublicEvolving
public interface AggregateFunction<IN, ACC, OUT> extends Function, Serializable {

    /** A fresh accumulator, to which nothing has been added. */
    ACC createAccumulator();

    /** Adds a value; returns the accumulator to keep, which may be the one given. */
    ACC add(IN value, ACC accumulator);

    /** Reads the result; may be called more than once. */
    OUT getResult(ACC accumulator);

    /** Joins two accumulators, of session windows that met for example; may reuse either. */
    ACC merge(ACC a, ACC b);
}
