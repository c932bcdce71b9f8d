// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import java.util.Objects;

/**
 * Runs a function on a stream with keys and a broadcast one; see {@link
 * AbstractStreamOperatorTestHarness}.
 *
 * @param <K> the keys
 * @param <IN1> what comes in
 * @param <IN2> what is broadcast
 * @param <OUT> what is emitted
 */
public class KeyedBroadcastOperatorTestHarness<K, IN1, IN2, OUT>
        extends AbstractBroadcastStreamOperatorTestHarness<IN1, IN2, OUT> {

    public KeyedBroadcastOperatorTestHarness(
            CoBroadcastWithKeyedOperator<K, IN1, IN2, OUT> operator,
            KeySelector<IN1, K> keySelector,
            TypeInformation<K> keyType,
            int maxParallelism,
            int parallelism,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, parallelism, subtaskIndex);
        addKeys(Objects.requireNonNull(keySelector, "keySelector"));
        setKeyType(keyType);
    }

    /** What is kept of the broadcast stream; may be written. */
    public <KS, V> BroadcastState<KS, V> getBroadcastState(
            MapStateDescriptor<KS, V> stateDescriptor) throws Exception {
        return bench().operatorState().getBroadcastState(stateDescriptor);
    }
}
