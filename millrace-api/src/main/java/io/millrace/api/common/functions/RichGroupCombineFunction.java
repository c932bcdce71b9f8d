// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;

/**
 * A {@link GroupCombineFunction} with a life.
 *
 * @param <IN> what comes in
 * @param <OUT> the partial results
 */
@Public
public abstract class RichGroupCombineFunction<IN, OUT> extends AbstractRichFunction
        implements GroupCombineFunction<IN, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract void combine(Iterable<IN> values, Collector<OUT> out) throws Exception;
}
