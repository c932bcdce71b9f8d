// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators.co;

import io.millrace.annotation.Internal;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses a process function of the older kind on two streams with keys: it has timers and keyed
 * state.
 *
 * @param <K> the keys
 * @param <IN1> the first input
 * @param <IN2> the second input
 * @param <OUT> what is emitted
 */
@Internal
public class LegacyKeyedCoProcessOperator<K, IN1, IN2, OUT>
        extends AbstractUdfStreamOperator<OUT, CoProcessFunction<IN1, IN2, OUT>>
        implements TwoInputStreamOperator<IN1, IN2, OUT> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(
                LegacyKeyedCoProcessOperator.class,
                CoProcessFunction.class,
                OperatorSpec.CoProcess::new);
    }

    public LegacyKeyedCoProcessOperator(CoProcessFunction<IN1, IN2, OUT> function) {
        super(function);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement1(StreamRecord<IN1> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement2(StreamRecord<IN2> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
