// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import java.util.List;

/** An operator around a user function with one input, which is the operator itself. */
abstract class OneInputOperator<I, O> extends FunctionOperator implements Input<I> {

    protected final Output<O> out;

    /** Null where the operator is not keyed. */
    protected final CurrentKey<I> key;

    OneInputOperator(
            OperatorContext context, Function function, KeySelector<I, ?> selector, Output<O> out) {
        super(context, function);
        this.out = out;
        this.key = CurrentKey.orNull(selector, context);
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(this);
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        out.watermark(timestamp);
    }

    @Override
    public void idle(boolean idle) throws Exception {
        out.idle(idle);
    }
}
