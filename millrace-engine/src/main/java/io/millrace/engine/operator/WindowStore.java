// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.WindowContents;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Collection;

/**
 * The contents of the current key's windows.
 *
 * @param <I> the records
 * @param <V> what the function is shown
 */
interface WindowStore<I, V, W extends Window> {

    /** Name of the state. */
    String STATE = "window-contents";

    /** What keeps the contents in the keyed state. */
    StateDescriptor<?, ?> descriptor();

    /** Before anything else. */
    void initialize(KeyedStates states, TypeSerializer<W> windowSerializer);

    void add(W stateWindow, I value, long timestamp) throws Exception;

    /** Has the function called with what there is; not, when there is nothing. */
    void show(W stateWindow, W window, WindowCaller<V, ?, W> caller) throws Exception;

    void clear(W stateWindow) throws Exception;

    /** Brings what is under the other windows to the first. */
    void merge(W stateWindow, Collection<W> others) throws Exception;

    /** The one that a program asks for. */
    static <I, V, W extends Window> WindowStore<I, V, W> of(
            OperatorSpec.Window spec, OperatorContext context) {
        return spec.evictor() == null
                ? plain(spec.contents(), context.executionConfig())
                : evicting(spec, context);
    }

    private static <I, V, W extends Window> WindowStore<I, V, W> plain(
            WindowContents contents, ExecutionConfig config) {
        if (contents instanceof WindowContents.Reduced reduced) {
            ReduceFunction<I> function = Casts.of(reduced.function());
            TypeInformation<I> type = Casts.of(reduced.type());
            return Casts.of(
                    new FoldedWindows<I, I, W>(
                            new ReducingStateDescriptor<>(
                                    STATE, function, Serializers.of(type, config))));
        }
        if (contents instanceof WindowContents.Aggregated aggregated) {
            AggregateFunction<I, Object, V> function = Casts.of(aggregated.function());
            TypeInformation<Object> type = Casts.of(aggregated.accumulatorType());
            return new FoldedWindows<>(
                    new AggregatingStateDescriptor<>(
                            STATE, function, Serializers.of(type, config)));
        }
        TypeInformation<I> type = Casts.of(((WindowContents.Elements) contents).type());
        return Casts.of(
                new ListedWindows<I, W>(
                        new ListStateDescriptor<>(STATE, Serializers.of(type, config))));
    }

    private static <I, V, W extends Window> WindowStore<I, V, W> evicting(
            OperatorSpec.Window spec, OperatorContext context) {
        WindowContents contents = spec.contents();
        TypeInformation<I> type;
        EvictedWindows.Fold<I, V> fold;
        if (contents instanceof WindowContents.Reduced reduced) {
            ReduceFunction<I> function = Casts.of(reduced.function());
            type = Casts.of(reduced.type());
            WindowOwnership<I> ownership = new WindowOwnership<>(type, context.executionConfig());
            EvictedWindows.Fold<I, I> reducing = EvictedWindows.Fold.reducing(function, ownership);
            fold = Casts.of(reducing);
        } else if (contents instanceof WindowContents.Aggregated aggregated) {
            AggregateFunction<I, Object, V> function = Casts.of(aggregated.function());
            type = Casts.of(aggregated.type());
            fold = EvictedWindows.Fold.aggregating(function);
        } else {
            type = Casts.of(((WindowContents.Elements) contents).type());
            fold = Casts.of(EvictedWindows.Fold.<I>none());
        }
        return new EvictedWindows<>(
                context,
                Casts.of(spec.evictor()),
                Serializers.of(type, context.executionConfig()),
                fold);
    }
}
