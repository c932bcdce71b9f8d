// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;

/**
 * A {@link FilterFunction} with a life.
 *
 * @param <T> the records
 */
@Public
public abstract class RichFilterFunction<T> extends AbstractRichFunction
        implements FilterFunction<T> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract boolean filter(T value) throws Exception;
}
