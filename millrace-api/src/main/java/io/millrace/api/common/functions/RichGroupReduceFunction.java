// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;

/**
 * A {@link GroupReduceFunction} with a life.
 *
 * @param <IN> what comes in
 * @param <OUT> what goes out
 */
@Public
public abstract class RichGroupReduceFunction<IN, OUT> extends AbstractRichFunction
        implements GroupReduceFunction<IN, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract void reduce(Iterable<IN> values, Collector<OUT> out) throws Exception;
}
