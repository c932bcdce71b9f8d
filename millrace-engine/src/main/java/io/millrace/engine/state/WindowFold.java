// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * How a window's records become one accumulator. Calls the user's function.
 *
 * @param <I> records
 * @param <A> accumulators
 */
public interface WindowFold<I, A> {

    /** The accumulator of a window that has this record only; nobody else holds it. */
    A begin(I record) throws Exception;

    /** The accumulator with one record more; may be the same object. */
    A add(I record, A accumulator) throws Exception;

    /** One for the records of both; may be one of them, changed. The first one's are older. */
    A merge(A first, A second) throws Exception;
}
