// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.streaming.api.operators.co.CoBroadcastWithNonKeyedOperator;

/**
 * Runs a function on a stream without keys and a broadcast one; see {@link
 * AbstractStreamOperatorTestHarness}.
 *
 * @param <IN1> what comes in
 * @param <IN2> what is broadcast
 * @param <OUT> what is emitted
 */
public class BroadcastOperatorTestHarness<IN1, IN2, OUT>
        extends AbstractBroadcastStreamOperatorTestHarness<IN1, IN2, OUT> {

    public BroadcastOperatorTestHarness(
            CoBroadcastWithNonKeyedOperator<IN1, IN2, OUT> operator,
            int maxParallelism,
            int parallelism,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, parallelism, subtaskIndex);
    }

    /** What is kept of the broadcast stream; may be written. */
    public <KS, V> BroadcastState<KS, V> getBroadcastState(
            MapStateDescriptor<KS, V> stateDescriptor) throws Exception {
        return bench().operatorState().getBroadcastState(stateDescriptor);
    }
}
