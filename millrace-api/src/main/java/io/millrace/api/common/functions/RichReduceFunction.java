// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;

/**
 * A {@link ReduceFunction} with a life.
 *
 * @param <T> the values
 */
@Public
public abstract class RichReduceFunction<T> extends AbstractRichFunction
        implements ReduceFunction<T> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract T reduce(T value1, T value2) throws Exception;
}
