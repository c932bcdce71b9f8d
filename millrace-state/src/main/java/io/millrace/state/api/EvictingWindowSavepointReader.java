// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.state.api.functions.WindowReaderFunction;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.windows.Window;
import java.io.IOException;

/**
 * Reads what is in the windows of an operator with an evictor, from which nothing is taken here:
 * all the records that they keep count.
 *
 * <p>All throw an {@code IOException} if the snapshot has no such operator.
 *
 * @param <W> the windows
 */
@PublicEvolving
public class EvictingWindowSavepointReader<W extends Window> {

    private final StreamExecutionEnvironment environment;
    private final Saved saved;
    private final TypeSerializer<W> windowSerializer;

    EvictingWindowSavepointReader(
            StreamExecutionEnvironment environment,
            Saved saved,
            TypeSerializer<W> windowSerializer) {
        this.environment = environment;
        this.saved = saved;
        this.windowSerializer = windowSerializer;
    }

    /** What the records of each window reduce to. */
    public <T, K> DataStream<T> reduce(
            String uid,
            ReduceFunction<T> function,
            TypeInformation<K> keyType,
            TypeInformation<T> reduceType)
            throws IOException {
        return windows(
                uid,
                keyType,
                SavedWindows.Kept.reduced(environment.clean(function), reduceType),
                null,
                reduceType);
    }

    /** What a function makes of it. */
    public <K, T, OUT> DataStream<OUT> reduce(
            String uid,
            ReduceFunction<T> function,
            WindowReaderFunction<T, OUT, K, W> readerFunction,
            TypeInformation<K> keyType,
            TypeInformation<T> reduceType,
            TypeInformation<OUT> outputType)
            throws IOException {
        return windows(
                uid,
                keyType,
                SavedWindows.Kept.reduced(environment.clean(function), reduceType),
                environment.clean(readerFunction),
                outputType);
    }

    /** The result of each window. */
    public <K, T, ACC, R> DataStream<R> aggregate(
            String uid,
            AggregateFunction<T, ACC, R> aggregateFunction,
            TypeInformation<K> keyType,
            TypeInformation<T> inputType,
            TypeInformation<R> outputType)
            throws IOException {
        return windows(
                uid,
                keyType,
                SavedWindows.Kept.aggregated(environment.clean(aggregateFunction), inputType),
                null,
                outputType);
    }

    /** What a function makes of it. */
    public <K, T, ACC, R, OUT> DataStream<OUT> aggregate(
            String uid,
            AggregateFunction<T, ACC, R> aggregateFunction,
            WindowReaderFunction<R, OUT, K, W> readerFunction,
            TypeInformation<K> keyType,
            TypeInformation<T> inputType,
            TypeInformation<OUT> outputType)
            throws IOException {
        return windows(
                uid,
                keyType,
                SavedWindows.Kept.aggregated(environment.clean(aggregateFunction), inputType),
                environment.clean(readerFunction),
                outputType);
    }

    /** What a function makes of the records that windows keep. */
    public <K, T, OUT> DataStream<OUT> process(
            String uid,
            WindowReaderFunction<T, OUT, K, W> readerFunction,
            TypeInformation<K> keyType,
            TypeInformation<T> stateType,
            TypeInformation<OUT> outputType)
            throws IOException {
        return windows(
                uid,
                keyType,
                SavedWindows.Kept.elements(stateType),
                environment.clean(readerFunction),
                outputType);
    }

    private <K, V, OUT> DataStream<OUT> windows(
            String uid,
            TypeInformation<K> keyType,
            SavedWindows.Kept kept,
            WindowReaderFunction<V, OUT, K, W> function,
            TypeInformation<OUT> outputType)
            throws IOException {
        return Saved.stream(
                environment,
                new SavedWindows<>(
                        saved,
                        OperatorIdentifier.forUid(uid),
                        keyType,
                        windowSerializer,
                        kept,
                        true,
                        function),
                outputType,
                "windows");
    }
}
