// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;

/**
 * An operator around a function with one input that is told the time, and has timers where the
 * operator is keyed.
 */
abstract class TimedOneInputOperator<I, O> extends OneInputOperator<I, O> {

    final TimedCalls<O> calls;

    TimedOneInputOperator(
            OperatorContext context, Function function, KeySelector<I, ?> selector, Output<O> out) {
        super(context, function, selector, out);
        this.calls = new TimedCalls<>(context, out, this::onTimer);
    }

    /** A timer's time has come; its key is set. */
    abstract void onTimer(long timestamp) throws Exception;

    @Override
    public void initializeState() throws Exception {
        calls.initialize(key != null);
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        calls.open();
    }

    @Override
    public void watermark(long timestamp) throws Exception {
        calls.advanceTo(timestamp);
        out.watermark(timestamp);
    }

    @Override
    public void finish() throws Exception {
        calls.end();
        super.finish();
    }

    @Override
    public void close() throws Exception {
        calls.end();
        super.close();
    }
}
