// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;

/**
 * A {@link MapFunction} with a life.
 *
 * @param <IN> what comes in
 * @param <OUT> what goes out
 */
@Public
public abstract class RichMapFunction<IN, OUT> extends AbstractRichFunction
        implements MapFunction<IN, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract OUT map(IN value) throws Exception;
}
