// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.operators.KeyedProcessOperator;
import io.millrace.streaming.api.operators.ProcessOperator;
import io.millrace.streaming.api.operators.co.CoBroadcastWithKeyedOperator;
import io.millrace.streaming.api.operators.co.CoBroadcastWithNonKeyedOperator;
import io.millrace.streaming.api.operators.co.CoProcessOperator;
import io.millrace.streaming.api.operators.co.KeyedCoProcessOperator;
import java.util.List;

/** Harnesses around process functions; each is returned open. */
public class ProcessFunctionTestHarnesses {

    public ProcessFunctionTestHarnesses() {}

    public static <IN, OUT> OneInputStreamOperatorTestHarness<IN, OUT> forProcessFunction(
            ProcessFunction<IN, OUT> function) throws Exception {
        return open(
                new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(function), 1, 1, 0));
    }

    public static <K, IN, OUT>
            KeyedOneInputStreamOperatorTestHarness<K, IN, OUT> forKeyedProcessFunction(
                    KeyedProcessFunction<K, IN, OUT> function,
                    KeySelector<IN, K> keySelector,
                    TypeInformation<K> keyType)
                    throws Exception {
        return open(
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(function), keySelector, keyType, 1, 1, 0));
    }

    public static <IN1, IN2, OUT>
            TwoInputStreamOperatorTestHarness<IN1, IN2, OUT> forCoProcessFunction(
                    CoProcessFunction<IN1, IN2, OUT> function) throws Exception {
        return open(
                new TwoInputStreamOperatorTestHarness<>(
                        new CoProcessOperator<>(function), 1, 1, 0));
    }

    public static <K, IN1, IN2, OUT>
            KeyedTwoInputStreamOperatorTestHarness<K, IN1, IN2, OUT> forKeyedCoProcessFunction(
                    KeyedCoProcessFunction<K, IN1, IN2, OUT> function,
                    KeySelector<IN1, K> keySelector1,
                    KeySelector<IN2, K> keySelector2,
                    TypeInformation<K> keyType)
                    throws Exception {
        return open(
                new KeyedTwoInputStreamOperatorTestHarness<>(
                        new KeyedCoProcessOperator<>(function),
                        keySelector1,
                        keySelector2,
                        keyType,
                        1,
                        1,
                        0));
    }

    public static <IN1, IN2, OUT>
            BroadcastOperatorTestHarness<IN1, IN2, OUT> forBroadcastProcessFunction(
                    BroadcastProcessFunction<IN1, IN2, OUT> function,
                    MapStateDescriptor<?, ?>... descriptors)
                    throws Exception {
        return open(
                new BroadcastOperatorTestHarness<>(
                        new CoBroadcastWithNonKeyedOperator<>(function, List.of(descriptors)),
                        1,
                        1,
                        0));
    }

    public static <K, IN1, IN2, OUT>
            KeyedBroadcastOperatorTestHarness<K, IN1, IN2, OUT> forKeyedBroadcastProcessFunction(
                    KeyedBroadcastProcessFunction<K, IN1, IN2, OUT> function,
                    KeySelector<IN1, K> keySelector,
                    TypeInformation<K> keyType,
                    MapStateDescriptor<?, ?>... descriptors)
                    throws Exception {
        return open(
                new KeyedBroadcastOperatorTestHarness<>(
                        new CoBroadcastWithKeyedOperator<>(function, List.of(descriptors)),
                        keySelector,
                        keyType,
                        1,
                        1,
                        0));
    }

    private static <H extends AbstractStreamOperatorTestHarness<?>> H open(H harness)
            throws Exception {
        harness.open();
        return harness;
    }
}
