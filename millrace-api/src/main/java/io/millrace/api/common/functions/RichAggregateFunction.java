// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.PublicEvolving;

/**
 * An {@link AggregateFunction} with a life.
 *
 * @param <IN> what is added
 * @param <ACC> what is kept
 * @param <OUT> what is read
 */
@PublicEvolving
public abstract class RichAggregateFunction<IN, ACC, OUT> extends AbstractRichFunction
        implements AggregateFunction<IN, ACC, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract ACC createAccumulator();

    @Override
    public abstract ACC add(IN value, ACC accumulator);

    @Override
    public abstract OUT getResult(ACC accumulator);

    @Override
    public abstract ACC merge(ACC a, ACC b);
}
