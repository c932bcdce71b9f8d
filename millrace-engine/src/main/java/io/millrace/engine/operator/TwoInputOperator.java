// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import java.util.List;

/** An operator around a user function with two inputs; its watermark is the minimum of theirs. */
abstract class TwoInputOperator<A, B, O> extends FunctionOperator {

    protected final Output<O> out;
    private final CombinedWatermark watermark = new CombinedWatermark(2);
    private final Input<A> first;
    private final Input<B> second;
    private boolean idle;

    /** The selectors are null where the operator is not keyed. */
    TwoInputOperator(
            OperatorContext context,
            Function function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            Output<O> out) {
        super(context, function);
        this.out = out;
        this.first = new First(CurrentKey.orNull(firstSelector, context));
        this.second = new Second(CurrentKey.orNull(secondSelector, context));
    }

    /** A record of the first input; its key is set. */
    abstract void first(A value, long timestamp) throws Exception;

    /** A record of the second input; its key is set. */
    abstract void second(B value, long timestamp) throws Exception;

    /** The operator's watermark has moved: timers fire here, before it is sent on. */
    void advanceTo(long timestamp) throws Exception {}

    @Override
    public List<Input<?>> inputs() {
        return List.of(first, second);
    }

    private void watermark(int input, long timestamp) throws Exception {
        boolean moved = watermark.advance(input, timestamp);
        statusAndWatermark(moved);
    }

    private void idle(int input, boolean inputIdle) throws Exception {
        boolean moved = watermark.setIdle(input, inputIdle);
        statusAndWatermark(moved);
    }

    /** Active before the watermark, idle after it: an idle stream says nothing. */
    private void statusAndWatermark(boolean moved) throws Exception {
        if (idle && !watermark.isIdle()) {
            idle = false;
            out.idle(false);
        }
        if (moved) {
            advanceTo(watermark.watermark());
            out.watermark(watermark.watermark());
        }
        if (!idle && watermark.isIdle()) {
            idle = true;
            out.idle(true);
        }
    }

    private final class First implements Input<A> {
        private final CurrentKey<A> key;

        First(CurrentKey<A> key) {
            this.key = key;
        }

        @Override
        public void element(A value, long timestamp) throws Exception {
            if (key != null) {
                key.set(value);
            }
            first(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) throws Exception {
            TwoInputOperator.this.watermark(0, timestamp);
        }

        @Override
        public void idle(boolean idle) throws Exception {
            TwoInputOperator.this.idle(0, idle);
        }
    }

    private final class Second implements Input<B> {
        private final CurrentKey<B> key;

        Second(CurrentKey<B> key) {
            this.key = key;
        }

        @Override
        public void element(B value, long timestamp) throws Exception {
            if (key != null) {
                key.set(value);
            }
            second(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) throws Exception {
            TwoInputOperator.this.watermark(1, timestamp);
        }

        @Override
        public void idle(boolean idle) throws Exception {
            TwoInputOperator.this.idle(1, idle);
        }
    }
}
