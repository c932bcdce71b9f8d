// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.functions.Function;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;

/**
 * An operator around a function with two inputs that is told the time, and has timers where the
 * operator is keyed.
 */
abstract class TimedTwoInputOperator<A, B, O> extends TwoInputOperator<A, B, O> {

    final TimedCalls<O> calls;
    private final boolean timers;

    /**
     * @param timers whether it can have any: is keyed, that is
     */
    TimedTwoInputOperator(
            OperatorContext context,
            Function function,
            KeySelector<A, ?> firstSelector,
            KeySelector<B, ?> secondSelector,
            boolean timers,
            Output<O> out) {
        super(context, function, firstSelector, secondSelector, out);
        this.calls = new TimedCalls<>(context, out, this::onTimer);
        this.timers = timers;
    }

    /** A timer's time has come; its key is set. */
    abstract void onTimer(long timestamp) throws Exception;

    /** What the operator keeps beside timers, before the function's own state. */
    void initializeOwnState() throws Exception {}

    @Override
    public void initializeState() throws Exception {
        calls.initialize(timers);
        initializeOwnState();
        super.initializeState();
    }

    @Override
    public void open() throws Exception {
        super.open();
        calls.open();
    }

    @Override
    void advanceTo(long timestamp) throws Exception {
        calls.advanceTo(timestamp);
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
