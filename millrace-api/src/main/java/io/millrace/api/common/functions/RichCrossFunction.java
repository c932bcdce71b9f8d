// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;

/**
 * A {@link CrossFunction} with a life.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> the results
 */
@Public
public abstract class RichCrossFunction<IN1, IN2, OUT> extends AbstractRichFunction
        implements CrossFunction<IN1, IN2, OUT> {

    private static final long serialVersionUID = 1L;

    @Override
    public abstract OUT cross(IN1 first, IN2 second) throws Exception;
}
