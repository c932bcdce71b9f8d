// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.operators.TwoInputStreamOperator;

/**
 * Runs one operator that has two inputs with keys; see {@link AbstractStreamOperatorTestHarness}.
 *
 * @param <K> the keys
 * @param <IN1> what comes in first
 * @param <IN2> what comes in second
 * @param <OUT> what is emitted
 */
public class KeyedTwoInputStreamOperatorTestHarness<K, IN1, IN2, OUT>
        extends TwoInputStreamOperatorTestHarness<IN1, IN2, OUT> {

    /**
     * @param keySelector1 null for an input without keys, which the second may be
     */
    public KeyedTwoInputStreamOperatorTestHarness(
            TwoInputStreamOperator<IN1, IN2, OUT> operator,
            KeySelector<IN1, K> keySelector1,
            KeySelector<IN2, K> keySelector2,
            TypeInformation<K> keyType,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, numSubtasks, subtaskIndex);
        addKeys(keySelector1);
        addKeys(keySelector2);
        setKeyType(keyType);
    }

    public KeyedTwoInputStreamOperatorTestHarness(
            TwoInputStreamOperator<IN1, IN2, OUT> operator,
            KeySelector<IN1, K> keySelector1,
            KeySelector<IN2, K> keySelector2,
            TypeInformation<K> keyType)
            throws Exception {
        this(operator, keySelector1, keySelector2, keyType, 1, 1, 0);
    }

    /** How many entries all states of all keys have; 0 when nothing is left behind. */
    public int numKeyedStateEntries() {
        return bench().keyedEntries();
    }
}
