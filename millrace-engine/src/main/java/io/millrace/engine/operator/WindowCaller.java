// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.spi.WindowCall;
import io.millrace.streaming.api.functions.windowing.AllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.functions.windowing.WindowFunction;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.OutputTag;
import java.util.function.LongSupplier;

/**
 * Calls the user's function with a window of the current key: one class per kind of function, and
 * one object for all calls. What is emitted has the window's last moment as its timestamp.
 *
 * @param <V> what the function is shown
 */
abstract class WindowCaller<V, O, W extends Window> {

    /** What callers of all kinds use. */
    record Surroundings<W extends Window>(
            OperatorContext context,
            FunctionContext functionContext,
            StatesOfWindows<W> states,
            boolean merging,
            LongSupplier watermark) {}

    /** Makes the caller when the operator is there. */
    interface Maker<V, O, W extends Window> {
        WindowCaller<V, O, W> make(Surroundings<W> surroundings, Output<O> out);
    }

    final Surroundings<W> surroundings;
    final Emitter<O> emitter;
    private final Output<O> out;
    W window;

    WindowCaller(Surroundings<W> surroundings, Output<O> out) {
        this.surroundings = surroundings;
        this.out = out;
        this.emitter = new Emitter<>(out);
    }

    /** The window is shown. */
    final void show(W shown, Iterable<V> contents) throws Exception {
        at(shown);
        call(contents);
    }

    /** The window goes away. */
    final void gone(W goes) throws Exception {
        at(goes);
        clear();
    }

    private void at(W current) {
        window = current;
        emitter.timestamp = current.maxTimestamp();
    }

    abstract void call(Iterable<V> contents) throws Exception;

    /** Lets the function forget the window. */
    void clear() throws Exception {}

    // ---- what contexts offer ----

    final Object key() {
        KeyedStateBackend<?> backend = surroundings.context.keyedState();
        return backend.currentKey();
    }

    final long currentWatermark() {
        return surroundings.watermark.getAsLong();
    }

    final long currentProcessingTime() {
        return surroundings.context.clock().millis();
    }

    /** Windows that merge change into others, and a value of one could not be followed there. */
    final KeyedStateStore windowState() {
        if (surroundings.merging) {
            throw new UnsupportedOperationException(
                    "The function of operator '"
                            + surroundings.context.operatorName()
                            + "' asks for per-window state, which is not allowed with windows that merge."
                            + " Use globalState(), which is per key");
        }
        return surroundings.states.store(window);
    }

    final KeyedStateStore globalState() {
        return surroundings.functionContext.keyedStates();
    }

    final <X> void output(OutputTag<X> tag, X value) {
        out.side(SideOutputs.checked(tag, surroundings.context), value, emitter.timestamp);
    }

    /**
     * The one that a program asks for.
     *
     * @param ownership of what is emitted
     */
    static <K, V, O, W extends Window> Maker<V, O, W> of(
            WindowCall call, WindowOwnership<V> ownership) {
        if (call instanceof WindowCall.Apply apply) {
            WindowFunction<V, O, K, W> function = Casts.of(apply.function());
            return (surroundings, out) -> new Applying<>(surroundings, function, out);
        }
        if (call instanceof WindowCall.ApplyAll apply) {
            AllWindowFunction<V, O, W> function = Casts.of(apply.function());
            return (surroundings, out) -> new ApplyingAll<>(surroundings, function, out);
        }
        if (call instanceof WindowCall.Process process) {
            ProcessWindowFunction<V, O, K, W> function = Casts.of(process.function());
            return (surroundings, out) -> new Processing<>(surroundings, function, out);
        }
        if (call instanceof WindowCall.ProcessAll process) {
            ProcessAllWindowFunction<V, O, W> function = Casts.of(process.function());
            return (surroundings, out) -> new ProcessingAll<>(surroundings, function, out);
        }
        if (call instanceof WindowCall.CoGroup
                || call instanceof WindowCall.Join
                || call instanceof WindowCall.FlatJoin) {
            return Casts.of(PairCaller.of(call));
        }
        return Casts.of(
                (Maker<V, V, W>)
                        (surroundings, out) -> new Passing<>(surroundings, ownership, out));
    }

    /**
     * Emits the contents. They may stay in the window and be folded on in place, which who got them
     * must not see: where records are handed on as they are, a copy is handed on.
     */
    private static final class Passing<V, W extends Window> extends WindowCaller<V, V, W> {
        private final WindowOwnership<V> ownership;
        private final boolean reuse;

        Passing(Surroundings<W> surroundings, WindowOwnership<V> ownership, Output<V> out) {
            super(surroundings, out);
            this.ownership = ownership;
            this.reuse = surroundings.context.executionConfig().isObjectReuseEnabled();
        }

        @Override
        void call(Iterable<V> contents) {
            for (V value : contents) {
                emitter.collect(reuse ? ownership.copy(value) : value);
            }
        }
    }

    private static final class Applying<K, V, O, W extends Window> extends WindowCaller<V, O, W> {
        private final WindowFunction<V, O, K, W> function;

        Applying(Surroundings<W> surroundings, WindowFunction<V, O, K, W> function, Output<O> out) {
            super(surroundings, out);
            this.function = function;
        }

        @Override
        void call(Iterable<V> contents) throws Exception {
            function.apply(Casts.of(key()), window, contents, emitter);
        }
    }

    private static final class ApplyingAll<V, O, W extends Window> extends WindowCaller<V, O, W> {
        private final AllWindowFunction<V, O, W> function;

        ApplyingAll(
                Surroundings<W> surroundings, AllWindowFunction<V, O, W> function, Output<O> out) {
            super(surroundings, out);
            this.function = function;
        }

        @Override
        void call(Iterable<V> contents) throws Exception {
            function.apply(window, contents, emitter);
        }
    }

    private static final class Processing<K, V, O, W extends Window> extends WindowCaller<V, O, W> {
        private final ProcessWindowFunction<V, O, K, W> function;
        private final Context context;

        Processing(
                Surroundings<W> surroundings,
                ProcessWindowFunction<V, O, K, W> function,
                Output<O> out) {
            super(surroundings, out);
            this.function = function;
            this.context = new Context(function);
        }

        @Override
        void call(Iterable<V> contents) throws Exception {
            function.process(Casts.of(key()), context, contents, emitter);
        }

        @Override
        void clear() throws Exception {
            function.clear(context);
        }

        @SuppressWarnings("serial") // Flink's class is; this one never travels
        private final class Context extends ProcessWindowFunction<V, O, K, W>.Context {

            Context(ProcessWindowFunction<V, O, K, W> function) {
                function.super();
            }

            @Override
            public W window() {
                return window;
            }

            @Override
            public long currentProcessingTime() {
                return Processing.this.currentProcessingTime();
            }

            @Override
            public long currentWatermark() {
                return Processing.this.currentWatermark();
            }

            @Override
            public KeyedStateStore windowState() {
                return Processing.this.windowState();
            }

            @Override
            public KeyedStateStore globalState() {
                return Processing.this.globalState();
            }

            @Override
            public <X> void output(OutputTag<X> outputTag, X value) {
                Processing.this.output(outputTag, value);
            }
        }
    }

    private static final class ProcessingAll<V, O, W extends Window> extends WindowCaller<V, O, W> {
        private final ProcessAllWindowFunction<V, O, W> function;
        private final Context context;

        ProcessingAll(
                Surroundings<W> surroundings,
                ProcessAllWindowFunction<V, O, W> function,
                Output<O> out) {
            super(surroundings, out);
            this.function = function;
            this.context = new Context(function);
        }

        @Override
        void call(Iterable<V> contents) throws Exception {
            function.process(context, contents, emitter);
        }

        @Override
        void clear() throws Exception {
            function.clear(context);
        }

        private final class Context extends ProcessAllWindowFunction<V, O, W>.Context {

            Context(ProcessAllWindowFunction<V, O, W> function) {
                function.super();
            }

            @Override
            public W window() {
                return window;
            }

            @Override
            public KeyedStateStore windowState() {
                return ProcessingAll.this.windowState();
            }

            @Override
            public KeyedStateStore globalState() {
                return ProcessingAll.this.globalState();
            }

            @Override
            public <X> void output(OutputTag<X> outputTag, X value) {
                ProcessingAll.this.output(outputTag, value);
            }
        }
    }
}
