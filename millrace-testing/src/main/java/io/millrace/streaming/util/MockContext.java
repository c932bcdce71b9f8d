// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.List;

/** Runs an operator on some values and returns what it emits. */
public class MockContext<IN, OUT> {

    private MockContext() {}

    public static <IN, OUT> List<OUT> createAndExecute(
            OneInputStreamOperator<IN, OUT> operator, List<IN> inputs) throws Exception {
        try (OneInputStreamOperatorTestHarness<IN, OUT> harness =
                new OneInputStreamOperatorTestHarness<>(operator)) {
            return run(harness, inputs);
        }
    }

    public static <IN, OUT, KEY> List<OUT> createAndExecuteForKeyedStream(
            OneInputStreamOperator<IN, OUT> operator,
            List<IN> inputs,
            KeySelector<IN, KEY> keySelector,
            TypeInformation<KEY> keyType)
            throws Exception {
        try (OneInputStreamOperatorTestHarness<IN, OUT> harness =
                new KeyedOneInputStreamOperatorTestHarness<>(operator, keySelector, keyType)) {
            return run(harness, inputs);
        }
    }

    private static <IN, OUT> List<OUT> run(
            OneInputStreamOperatorTestHarness<IN, OUT> harness, List<IN> inputs) throws Exception {
        harness.open();
        for (IN input : inputs) {
            harness.processElement(new StreamRecord<>(input));
        }
        return harness.extractOutputValues();
    }
}
