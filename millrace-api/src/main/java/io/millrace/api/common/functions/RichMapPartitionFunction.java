// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;

/**
 * A {@link MapPartitionFunction} with a life.
 *
 * @param <I> what comes in
 * @param <O> what goes out
 */
@Public
public abstract class RichMapPartitionFunction<I, O> extends AbstractRichFunction
        implements MapPartitionFunction<I, O> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract void mapPartition(Iterable<I> values, Collector<O> out) throws Exception;
}
