// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators.co;

import io.millrace.annotation.Internal;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.operators.AbstractUdfStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.List;

/**
 * Chooses a function on a stream with keys and a broadcast one.
 *
 * @param <KS> the keys
 * @param <IN1> the first input
 * @param <IN2> the second input, which is broadcast
 * @param <OUT> what is emitted
 */
@Internal
public class CoBroadcastWithKeyedOperator<KS, IN1, IN2, OUT>
        extends AbstractUdfStreamOperator<OUT, KeyedBroadcastProcessFunction<KS, IN1, IN2, OUT>>
        implements TwoInputStreamOperator<IN1, IN2, OUT> {

    private static final long serialVersionUID = 5926499536290284870L;

    static {
        ChosenOperators.leave(
                CoBroadcastWithKeyedOperator.class, CoBroadcastWithKeyedOperator::chosen);
    }

    private final List<MapStateDescriptor<?, ?>> states;

    /**
     * @param broadcastStateDescriptors what is kept of the broadcast stream
     */
    public CoBroadcastWithKeyedOperator(
            KeyedBroadcastProcessFunction<KS, IN1, IN2, OUT> function,
            List<MapStateDescriptor<?, ?>> broadcastStateDescriptors) {
        super(function);
        this.states = List.copyOf(broadcastStateDescriptors);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    private static OperatorSpec chosen(CoBroadcastWithKeyedOperator<?, ?, ?, ?> choice) {
        return new OperatorSpec.KeyedBroadcastProcess(choice.getUserFunction(), choice.states);
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
