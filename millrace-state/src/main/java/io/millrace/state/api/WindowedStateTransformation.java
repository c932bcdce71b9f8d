// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.WindowedStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.functions.windowing.WindowFunction;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.OptionalInt;

/**
 * Data by key and window that state is to be made of. It is put into windows as the job would, with
 * the same assigner, trigger, evictor and function; but time stands still, so that no window ends:
 * they do in the job that begins from the savepoint.
 *
 * @param <T> the data
 * @param <K> the keys
 * @param <W> the windows
 */
@PublicEvolving
public class WindowedStateTransformation<T, K, W extends Window> {

    private final DataStream<T> stream;
    private final KeySelector<T, K> keySelector;
    private final TypeInformation<K> keyType;
    private final OptionalInt maxParallelism;

    /** In an environment of its own: the program is not to run it. */
    private final WindowedStream<T, K, W> windows;

    WindowedStateTransformation(
            DataStream<T> stream,
            KeySelector<T, K> keySelector,
            TypeInformation<K> keyType,
            OptionalInt maxParallelism,
            WindowAssigner<? super T, W> assigner) {
        this.stream = stream;
        this.keySelector = keySelector;
        this.keyType = keyType;
        this.maxParallelism = maxParallelism;
        this.windows =
                Programs.stream(new StreamExecutionEnvironment(), Programs.transformation(stream))
                        .keyBy(keySelector, keyType)
                        .window(assigner);
    }

    /** When a window fires, instead of the assigner's own trigger. */
    @PublicEvolving
    public WindowedStateTransformation<T, K, W> trigger(Trigger<? super T, ? super W> trigger) {
        windows.trigger(trigger);
        return this;
    }

    /** What is taken out of a window when it fires; such windows keep all their records. */
    @PublicEvolving
    public WindowedStateTransformation<T, K, W> evictor(Evictor<? super T, ? super W> evictor) {
        windows.evictor(evictor);
        return this;
    }

    /** Of windows that keep what the records reduce to. */
    public StateBootstrapTransformation<T> reduce(ReduceFunction<T> function) {
        return made(windows.reduce(function));
    }

    /** The same, with a function that would be called with the result. */
    public <R> StateBootstrapTransformation<T> reduce(
            ReduceFunction<T> reduceFunction, WindowFunction<T, R, K, W> function) {
        return made(windows.reduce(reduceFunction, function));
    }

    /** The same. */
    public <R> StateBootstrapTransformation<T> reduce(
            ReduceFunction<T> reduceFunction, ProcessWindowFunction<T, R, K, W> function) {
        return made(windows.reduce(reduceFunction, function));
    }

    /** Of windows that keep an accumulator. */
    @PublicEvolving
    public <ACC, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, R> function) {
        return made(windows.aggregate(function));
    }

    /** The same, with the accumulator's type. */
    @PublicEvolving
    public <ACC, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, R> function, TypeInformation<ACC> accumulatorType) {
        return made(windows.aggregate(function, accumulatorType, null));
    }

    /** With a function that would be called with the result. */
    @PublicEvolving
    public <ACC, V, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, V> aggFunction, WindowFunction<V, R, K, W> windowFunction) {
        return made(windows.aggregate(aggFunction, windowFunction));
    }

    /** The same, with the accumulator's type. */
    @PublicEvolving
    public <ACC, V, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, V> aggregateFunction,
            WindowFunction<V, R, K, W> windowFunction,
            TypeInformation<ACC> accumulatorType) {
        return made(windows.aggregate(aggregateFunction, windowFunction, accumulatorType, null));
    }

    /** With a function that would be called with the result. */
    @PublicEvolving
    public <ACC, V, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, V> aggFunction,
            ProcessWindowFunction<V, R, K, W> windowFunction) {
        return made(windows.aggregate(aggFunction, windowFunction));
    }

    /** The same, with the accumulator's type. */
    @PublicEvolving
    public <ACC, V, R> StateBootstrapTransformation<T> aggregate(
            AggregateFunction<T, ACC, V> aggregateFunction,
            ProcessWindowFunction<V, R, K, W> windowFunction,
            TypeInformation<ACC> accumulatorType) {
        return made(
                windows.aggregate(aggregateFunction, windowFunction, accumulatorType, null, null));
    }

    /** Of windows that keep the records. */
    public <R> StateBootstrapTransformation<T> apply(WindowFunction<T, R, K, W> function) {
        return made(windows.apply(function));
    }

    /** The same, with the type of what the function would emit. */
    public <R> StateBootstrapTransformation<T> apply(
            WindowFunction<T, R, K, W> function, TypeInformation<R> resultType) {
        return made(windows.apply(function, resultType));
    }

    /** Of windows that keep the records. */
    @PublicEvolving
    public <R> StateBootstrapTransformation<T> process(ProcessWindowFunction<T, R, K, W> function) {
        return made(windows.process(function));
    }

    private StateBootstrapTransformation<T> made(DataStream<?> result) {
        OperatorTransformation<?> operator =
                (OperatorTransformation<?>) Programs.transformation(result);
        return new StateBootstrapTransformation<>(
                stream,
                keySelector,
                keyType,
                maxParallelism,
                operator.spec(),
                operator.outputType());
    }
}
