// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.util.Collector;

/**
 * A {@link CoGroupFunction} with a life.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> the results
 */
@Public
public abstract class RichCoGroupFunction<IN1, IN2, OUT> extends AbstractRichFunction
        implements CoGroupFunction<IN1, IN2, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract void coGroup(Iterable<IN1> first, Iterable<IN2> second, Collector<OUT> out)
            throws Exception;
}
