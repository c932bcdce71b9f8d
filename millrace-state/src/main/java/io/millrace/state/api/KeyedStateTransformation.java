// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.spi.OperatorSpec;
import io.millrace.state.api.functions.KeyedStateBootstrapFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.OptionalInt;

/**
 * Data by key that state is to be made of.
 *
 * @param <K> the keys
 * @param <T> the data
 */
@PublicEvolving
public class KeyedStateTransformation<K, T> {

    private final DataStream<T> stream;
    private final KeySelector<T, K> keySelector;
    private final TypeInformation<K> keyType;
    private final OptionalInt maxParallelism;

    KeyedStateTransformation(
            DataStream<T> stream,
            KeySelector<T, K> keySelector,
            TypeInformation<K> keyType,
            OptionalInt maxParallelism) {
        this.stream = stream;
        this.keySelector = keySelector;
        this.keyType = keyType;
        this.maxParallelism = maxParallelism;
    }

    /** Makes keyed state and timers. */
    public StateBootstrapTransformation<T> transform(
            KeyedStateBootstrapFunction<K, T> processFunction) {
        return new StateBootstrapTransformation<>(
                stream,
                keySelector,
                keyType,
                maxParallelism,
                new OperatorSpec.KeyedProcess(
                        stream.getExecutionEnvironment()
                                .clean(new KeyedStateFunction<>(processFunction))),
                Types.VOID);
    }

    /**
     * Makes what windows have; the records need timestamps where windows are of event time.
     *
     * @param <W> the windows
     */
    public <W extends Window> WindowedStateTransformation<T, K, W> window(
            WindowAssigner<? super T, W> assigner) {
        return new WindowedStateTransformation<>(
                stream, keySelector, keyType, maxParallelism, assigner);
    }
}
