// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators.co;

import io.millrace.annotation.Internal;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.List;

/**
 * Chooses a function on a stream without keys and a broadcast one.
 *
 * @param <IN1> the first input
 * @param <IN2> the second input, which is broadcast
 * @param <OUT> what is emitted
 */
@Internal
public class CoBroadcastWithNonKeyedOperator<IN1, IN2, OUT>
        extends AbstractUdfStreamOperator<OUT, BroadcastProcessFunction<IN1, IN2, OUT>>
        implements TwoInputStreamOperator<IN1, IN2, OUT> {

    private static final long serialVersionUID = -1869740381935471752L;

    static {
        ChosenOperators.leave(
                CoBroadcastWithNonKeyedOperator.class, CoBroadcastWithNonKeyedOperator::chosen);
    }

    private final List<MapStateDescriptor<?, ?>> states;

    /**
     * @param broadcastStateDescriptors what is kept of the broadcast stream
     */
    public CoBroadcastWithNonKeyedOperator(
            BroadcastProcessFunction<IN1, IN2, OUT> function,
            List<MapStateDescriptor<?, ?>> broadcastStateDescriptors) {
        super(function);
        this.states = List.copyOf(broadcastStateDescriptors);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    private static OperatorSpec chosen(CoBroadcastWithNonKeyedOperator<?, ?, ?> choice) {
        return new OperatorSpec.BroadcastProcess(choice.getUserFunction(), choice.states);
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
