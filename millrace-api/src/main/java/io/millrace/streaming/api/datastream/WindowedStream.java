// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowCall;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.functions.windowing.WindowFunction;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.OutputTag;
import java.time.Duration;

/**
 * A keyed stream cut into windows, each key for itself: what is called next says what becomes of
 * each window.
 *
 * @param <T> the records
 * @param <K> the keys
 * @param <W> the windows
 */
@Public
public class WindowedStream<T, K, W extends Window> extends FieldsOfWindows<T> {

    private final KeyedStream<T, K> input;
    private final WindowsInMaking<T, W> windows;

    /** Cuts a stream; use {@link KeyedStream#window} instead. */
    @PublicEvolving
    public WindowedStream(KeyedStream<T, K> input, WindowAssigner<? super T, W> windowAssigner) {
        this.input = input;
        this.windows = new WindowsInMaking<>(input, windowAssigner);
    }

    /**
     * When windows are shown; without this as the assigner says.
     *
     * @throws UnsupportedOperationException when the windows merge, and the trigger can't
     */
    @PublicEvolving
    public WindowedStream<T, K, W> trigger(Trigger<? super T, ? super W> trigger) {
        windows.trigger(trigger);
        return this;
    }

    /**
     * How long windows stay after the watermark has passed their end, so that late records still
     * get into them. For windows of event time only.
     *
     * @throws IllegalArgumentException when negative
     * @deprecated the same with {@link Duration}
     */
    @Deprecated
    @PublicEvolving
    public WindowedStream<T, K, W> allowedLateness(Time lateness) {
        windows.allowedLateness(lateness.toMilliseconds());
        return this;
    }

    /**
     * How long windows stay after the watermark has passed their end, so that late records still
     * get into them. For windows of event time only.
     *
     * @throws IllegalArgumentException when negative
     */
    @PublicEvolving
    public WindowedStream<T, K, W> allowedLateness(Duration lateness) {
        windows.allowedLateness(Saturated.millis(lateness));
        return this;
    }

    /**
     * Where records go that come too late for all their windows. Without this they are dropped, and
     * counted in the metric {@code numLateRecordsDropped}.
     */
    @PublicEvolving
    public WindowedStream<T, K, W> sideOutputLateData(OutputTag<T> outputTag) {
        windows.lateOutput(outputTag);
        return this;
    }

    /** Removes records from a window when it is shown; such a window keeps all its records. */
    @PublicEvolving
    public WindowedStream<T, K, W> evictor(Evictor<? super T, ? super W> evictor) {
        windows.evictor(evictor);
        return this;
    }

    // ---- reduce ----

    /** Folds the records of a window into one. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
        return windows.recorded(
                windows.reduced(function), new WindowCall.PassOn(), function, windows.type());
    }

    /** Folds the records of a window into one, which the second function is called with. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reduceFunction, WindowFunction<T, R, K, W> function) {
        return reduce(reduceFunction, function, null);
    }

    /**
     * Folds the records of a window into one, which the second function is called with.
     *
     * @param resultType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reduceFunction,
            WindowFunction<T, R, K, W> function,
            TypeInformation<R> resultType) {
        return windows.recorded(
                windows.reduced(reduceFunction),
                new WindowCall.Apply(windows.cleaned(function)),
                function,
                WindowsInMaking.typeOf(function, windows.type(), resultType));
    }

    /** Folds the records of a window into one, which the second function is called with. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reduceFunction, ProcessWindowFunction<T, R, K, W> function) {
        return reduce(reduceFunction, function, null);
    }

    /**
     * Folds the records of a window into one, which the second function is called with.
     *
     * @param resultType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> reduceFunction,
            ProcessWindowFunction<T, R, K, W> function,
            TypeInformation<R> resultType) {
        return windows.recorded(
                windows.reduced(reduceFunction),
                new WindowCall.Process(windows.cleaned(function)),
                function,
                WindowsInMaking.typeOf(function, windows.type(), resultType));
    }

    // ---- aggregate ----

    /** Accumulates the records of a window; its result is emitted. */
    @PublicEvolving
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, ACC, R> function) {
        return aggregate(function, null, null);
    }

    /**
     * Accumulates the records of a window; its result is emitted.
     *
     * @param accumulatorType null to find it out
     * @param resultType null to find it out
     */
    @PublicEvolving
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, R> function,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return windows.recorded(
                windows.aggregated(function, windows.accumulatorType(function, accumulatorType)),
                new WindowCall.PassOn(),
                function,
                windows.resultType(function, resultType));
    }

    /** Accumulates the records of a window; the second function is called with the result. */
    @PublicEvolving
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> aggFunction, WindowFunction<V, R, K, W> windowFunction) {
        return aggregate(aggFunction, windowFunction, null, null);
    }

    /**
     * Accumulates the records of a window; the second function is called with the result.
     *
     * @param accumulatorType null to find it out
     * @param resultType null to find it out
     */
    @PublicEvolving
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> aggregateFunction,
            WindowFunction<V, R, K, W> windowFunction,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return windows.recorded(
                windows.aggregated(
                        aggregateFunction,
                        windows.accumulatorType(aggregateFunction, accumulatorType)),
                new WindowCall.Apply(windows.cleaned(windowFunction)),
                windowFunction,
                WindowsInMaking.typeOf(
                        windowFunction, windows.resultType(aggregateFunction, null), resultType));
    }

    /** Accumulates the records of a window; the second function is called with the result. */
    @PublicEvolving
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> aggFunction,
            ProcessWindowFunction<V, R, K, W> windowFunction) {
        return aggregate(aggFunction, windowFunction, null, null, null);
    }

    /**
     * Accumulates the records of a window; the second function is called with the result.
     *
     * @param accumulatorType null to find it out
     * @param aggregateResultType null to find it out
     * @param resultType null to find it out
     */
    @PublicEvolving
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> aggregateFunction,
            ProcessWindowFunction<V, R, K, W> windowFunction,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<V> aggregateResultType,
            TypeInformation<R> resultType) {
        return windows.recorded(
                windows.aggregated(
                        aggregateFunction,
                        windows.accumulatorType(aggregateFunction, accumulatorType)),
                new WindowCall.Process(windows.cleaned(windowFunction)),
                windowFunction,
                WindowsInMaking.typeOf(
                        windowFunction,
                        windows.resultType(aggregateFunction, aggregateResultType),
                        resultType));
    }

    // ---- all records at once ----

    /** Calls the function with all records of a window. */
    public <R> SingleOutputStreamOperator<R> apply(WindowFunction<T, R, K, W> function) {
        return apply(function, null);
    }

    /**
     * Calls the function with all records of a window.
     *
     * @param resultType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> apply(
            WindowFunction<T, R, K, W> function, TypeInformation<R> resultType) {
        return windows.recorded(
                windows.elements(),
                new WindowCall.Apply(windows.cleaned(function)),
                function,
                WindowsInMaking.typeOf(function, windows.type(), resultType));
    }

    /** Calls the function with all records of a window. */
    @PublicEvolving
    public <R> SingleOutputStreamOperator<R> process(ProcessWindowFunction<T, R, K, W> function) {
        return process(function, null);
    }

    /**
     * Calls the function with all records of a window.
     *
     * @param resultType null to find it out
     */
    @Internal
    public <R> SingleOutputStreamOperator<R> process(
            ProcessWindowFunction<T, R, K, W> function, TypeInformation<R> resultType) {
        return windows.recorded(
                windows.elements(),
                new WindowCall.Process(windows.cleaned(function)),
                function,
                WindowsInMaking.typeOf(function, windows.type(), resultType));
    }

    /**
     * Folds the records of a window into one, which the second function is called with.
     *
     * @deprecated {@code reduce} does the same
     */
    @Deprecated
    public <R> SingleOutputStreamOperator<R> apply(
            ReduceFunction<T> reduceFunction, WindowFunction<T, R, K, W> function) {
        return apply(reduceFunction, function, null);
    }

    /**
     * Folds the records of a window into one, which the second function is called with.
     *
     * @param resultType null to find it out
     * @deprecated {@code reduce} does the same
     */
    @Deprecated
    public <R> SingleOutputStreamOperator<R> apply(
            ReduceFunction<T> reduceFunction,
            WindowFunction<T, R, K, W> function,
            TypeInformation<R> resultType) {
        return reduce(reduceFunction, function, resultType);
    }

    @Override
    SingleOutputStreamOperator<T> folded(ReduceFunction<T> function) {
        return reduce(function);
    }

    @Override
    public StreamExecutionEnvironment getExecutionEnvironment() {
        return input.getExecutionEnvironment();
    }

    /** The type of the records. */
    @Override
    public TypeInformation<T> getInputType() {
        return input.getType();
    }
}
