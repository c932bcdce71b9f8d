// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import java.util.Objects;

/**
 * Runs one operator that has one input with keys; see {@link AbstractStreamOperatorTestHarness}.
 *
 * @param <K> the keys
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
public class KeyedOneInputStreamOperatorTestHarness<K, IN, OUT>
        extends OneInputStreamOperatorTestHarness<IN, OUT> {

    public KeyedOneInputStreamOperatorTestHarness(
            OneInputStreamOperator<IN, OUT> operator,
            KeySelector<IN, K> keySelector,
            TypeInformation<K> keyType,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex)
            throws Exception {
        super(operator, maxParallelism, numSubtasks, subtaskIndex);
        addKeys(Objects.requireNonNull(keySelector, "keySelector"));
        setKeyType(keyType);
    }

    public KeyedOneInputStreamOperatorTestHarness(
            OneInputStreamOperator<IN, OUT> operator,
            KeySelector<IN, K> keySelector,
            TypeInformation<K> keyType)
            throws Exception {
        this(operator, keySelector, keyType, 1, 1, 0);
    }

    public KeyedOneInputStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            KeySelector<IN, K> keySelector,
            TypeInformation<K> keyType,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex)
            throws Exception {
        super(factory, maxParallelism, numSubtasks, subtaskIndex);
        addKeys(Objects.requireNonNull(keySelector, "keySelector"));
        setKeyType(keyType);
    }

    public KeyedOneInputStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            KeySelector<IN, K> keySelector,
            TypeInformation<K> keyType)
            throws Exception {
        this(factory, keySelector, keyType, 1, 1, 0);
    }

    /** How many entries all states of all keys have; 0 when nothing is left behind. */
    public int numKeyedStateEntries() {
        return bench().keyedEntries();
    }
}
