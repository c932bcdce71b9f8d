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

    /**
     * The accumulator of a window that has this record only. It may hold, or be, the record, which
     * is nobody else's unless accumulators are of fixed width and so hold nothing.
     */
    A begin(I record) throws Exception;

    /** The accumulator with one record more; may be the same object. */
    A add(I record, A accumulator) throws Exception;

    /** A record that shares nothing with this one that can change. */
    I another(I record);

    /** Whether {@link #begin} may hand back the record itself. */
    boolean beginsWithRecord();

    /** One for the records of both; may be one of them, changed. The first one's are older. */
    A merge(A first, A second) throws Exception;
}
