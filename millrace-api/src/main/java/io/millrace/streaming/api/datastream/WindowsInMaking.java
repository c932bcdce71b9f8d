// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.functions.RichFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.WindowCall;
import io.millrace.spi.WindowContents;
import io.millrace.streaming.api.functions.windowing.AllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.functions.windowing.WindowFunction;
import io.millrace.streaming.api.windowing.assigners.MergingWindowAssigner;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.OutputTag;
import java.util.Objects;

/**
 * What a program has said about windows so far, with keys or without, until a function makes an
 * operator of it.
 *
 * @param <T> the records
 * @param <W> the windows
 */
final class WindowsInMaking<T, W extends Window> {

    private final KeyedStream<T, ?> input;
    private final WindowAssigner<? super T, W> assigner;
    private Trigger<? super T, ? super W> trigger;
    private Evictor<? super T, ? super W> evictor;
    private long allowedLateness;
    private OutputTag<T> lateOutput;

    WindowsInMaking(KeyedStream<T, ?> input, WindowAssigner<? super T, W> assigner) {
        this.input = input;
        this.assigner = Objects.requireNonNull(assigner, "assigner");
        this.trigger = Objects.requireNonNull(assigner.getDefaultTrigger(), "the default trigger");
    }

    void trigger(Trigger<? super T, ? super W> wanted) {
        Objects.requireNonNull(wanted, "trigger");
        if (assigner instanceof MergingWindowAssigner && !wanted.canMerge()) {
            throw new UnsupportedOperationException(
                    "The windows of "
                            + assigner
                            + " merge, but the trigger "
                            + wanted
                            + " does not say what happens then: its canMerge() is false. Use another"
                            + " trigger, or one of your own that overrides canMerge() and onMerge(...).");
        }
        this.trigger = wanted;
    }

    void allowedLateness(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException(
                    "The allowed lateness cannot be negative, but is " + millis + " ms.");
        }
        this.allowedLateness = millis;
    }

    void lateOutput(OutputTag<T> tag) {
        this.lateOutput =
                input.cleanFor(
                        "sideOutputLateData",
                        Objects.requireNonNull(tag, "Side output tag must not be null."));
    }

    void evictor(Evictor<? super T, ? super W> wanted) {
        this.evictor = Objects.requireNonNull(wanted, "evictor");
    }

    TypeInformation<T> type() {
        return input.transformation.outputType();
    }

    // ---- what is kept ----

    WindowContents elements() {
        return new WindowContents.Elements(type());
    }

    WindowContents reduced(ReduceFunction<T> function) {
        return new WindowContents.Reduced(plain("reduce", function), type());
    }

    <ACC> WindowContents aggregated(
            AggregateFunction<T, ACC, ?> function, TypeInformation<ACC> accumulatorType) {
        return new WindowContents.Aggregated(plain("aggregate", function), accumulatorType, type());
    }

    /** The function is called where records come in, and nobody would open a rich one there. */
    private <F extends Function> F plain(String call, F function) {
        Objects.requireNonNull(function, "function");
        if (function instanceof RichFunction) {
            throw new UnsupportedOperationException(
                    "The function of "
                            + call
                            + " on windows cannot be a RichFunction, but "
                            + function.getClass().getName()
                            + " is one. Use "
                            + call
                            + " with a second function, which may be rich: a WindowFunction or a"
                            + " ProcessWindowFunction.");
        }
        return input.cleanFor(call, function);
    }

    // ---- what comes out ----

    <ACC> TypeInformation<ACC> accumulatorType(
            AggregateFunction<T, ACC, ?> function, TypeInformation<ACC> given) {
        return OutputTypes.of(
                given,
                "aggregate",
                () ->
                        TypeExtractor.getAggregateFunctionAccumulatorType(
                                function, type(), "aggregate", false));
    }

    <R> TypeInformation<R> resultType(
            AggregateFunction<T, ?, R> function, TypeInformation<R> given) {
        return OutputTypes.of(
                given,
                "aggregate",
                () ->
                        TypeExtractor.getAggregateFunctionReturnType(
                                function, type(), "aggregate", false));
    }

    static <V, R> TypeInformation<R> typeOf(
            WindowFunction<V, R, ?, ?> function,
            TypeInformation<V> contents,
            TypeInformation<R> given) {
        return found(function, WindowFunction.class, new int[] {3, 0}, contents, given, "apply");
    }

    static <V, R> TypeInformation<R> typeOf(
            ProcessWindowFunction<V, R, ?, ?> function,
            TypeInformation<V> contents,
            TypeInformation<R> given) {
        return found(
                function,
                ProcessWindowFunction.class,
                TypeExtractor.NO_INDEX,
                contents,
                given,
                "process");
    }

    static <V, R> TypeInformation<R> typeOf(
            AllWindowFunction<V, R, ?> function,
            TypeInformation<V> contents,
            TypeInformation<R> given) {
        return found(function, AllWindowFunction.class, new int[] {2, 0}, contents, given, "apply");
    }

    static <V, R> TypeInformation<R> typeOf(
            ProcessAllWindowFunction<V, R, ?> function,
            TypeInformation<V> contents,
            TypeInformation<R> given) {
        return found(
                function,
                ProcessAllWindowFunction.class,
                TypeExtractor.NO_INDEX,
                contents,
                given,
                "process");
    }

    private static <V, R> TypeInformation<R> found(
            Function function,
            Class<?> base,
            int[] lambdaOutput,
            TypeInformation<V> contents,
            TypeInformation<R> given,
            String call) {
        Objects.requireNonNull(function, "function");
        return OutputTypes.of(
                given,
                call,
                () ->
                        TypeExtractor.getUnaryOperatorReturnType(
                                function, base, 0, 1, lambdaOutput, contents, call, false));
    }

    // ---- the operator ----

    /**
     * Records the operator.
     *
     * @param function the user's function whose name tells what is done, for views
     */
    <R> SingleOutputStreamOperator<R> recorded(
            WindowContents contents, WindowCall call, Function function, TypeInformation<R> type) {
        String name = assigner.getClass().getSimpleName();
        OperatorSpec.Window spec =
                new OperatorSpec.Window(
                        input.cleanFor(name, assigner),
                        input.cleanFor(name, trigger),
                        evictor == null ? null : input.cleanFor(name, evictor),
                        allowedLateness,
                        lateOutput,
                        contents,
                        call);
        return input.recorded(name, spec, type).setDescription(description(function));
    }

    <F> F cleaned(F function) {
        return input.cleanFor(assigner.getClass().getSimpleName(), function);
    }

    private String description(Function function) {
        return "Window("
                + assigner
                + ", "
                + trigger.getClass().getSimpleName()
                + (evictor == null ? "" : ", " + evictor.getClass().getSimpleName())
                + ", "
                + function.getClass().getSimpleName()
                + ")";
    }
}
