// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.functions.RuntimeContext;

/**
 * An asynchronous function with a life: {@code open} to make a client, {@code close} to close it.
 *
 * <p>Its runtime context tells where it is and has metrics, but neither state nor accumulators:
 * answers come when they please, and a function that kept state beside them would have it in an
 * order that no restart can repeat.
 *
 * @param <IN> what comes in
 * @param <OUT> what comes out
 */
@PublicEvolving
public abstract class RichAsyncFunction<IN, OUT> extends AbstractRichFunction
        implements AsyncFunction<IN, OUT> {

    private static final long serialVersionUID = 3858030061138121840L;

    @Override
    public void setRuntimeContext(RuntimeContext runtimeContext) {
        super.setRuntimeContext(
                runtimeContext == null ? null : new StatelessContext(runtimeContext));
    }

    @Override
    public abstract void asyncInvoke(IN input, ResultFuture<OUT> resultFuture) throws Exception;
}
