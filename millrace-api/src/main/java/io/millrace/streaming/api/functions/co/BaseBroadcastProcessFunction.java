// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReadOnlyBroadcastState;
import io.millrace.util.OutputTag;

/**
 * What process functions of a stream and a broadcast stream have in common: only the elements of
 * the broadcast stream, which every subtask sees, may change broadcast state.
 *
 * <p>Subtasks don't talk to each other. So that their copies stay equal, each must do the same with
 * the same element; elements of several senders may come to one subtask in another order than to
 * the next.
 */
@PublicEvolving
public abstract class BaseBroadcastProcessFunction extends AbstractRichFunction {

    private static final long serialVersionUID = -131631008887478610L;

    public BaseBroadcastProcessFunction() {}

    abstract class BaseContext {

        /** The record's or the timer's timestamp in milliseconds; null when it has none. */
        public abstract Long timestamp();

        /** Emits to a side output. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);

        /** In milliseconds since 1970. */
        public abstract long currentProcessingTime();

        /** Of both streams, in milliseconds; {@link Long#MIN_VALUE} before the first. */
        public abstract long currentWatermark();
    }

    /** What surrounds an element of the broadcast stream. */
    public abstract class Context extends BaseContext {

        public Context() {}

        /**
         * This subtask's copy of a broadcast state, to read and to change.
         *
         * @param stateDescriptor one of those, by name, that the stream was broadcast with
         * @throws IllegalArgumentException when the stream was broadcast without it
         * @throws IllegalStateException when the types are others than those it was broadcast with
         */
        public abstract <K, V> BroadcastState<K, V> getBroadcastState(
                MapStateDescriptor<K, V> stateDescriptor);
    }

    /** What surrounds a record of the other stream. */
    public abstract class ReadOnlyContext extends BaseContext {

        public ReadOnlyContext() {}

        /**
         * This subtask's copy of a broadcast state, to read. Objects read from it must not be
         * changed.
         *
         * @param stateDescriptor one of those, by name, that the stream was broadcast with
         * @throws IllegalArgumentException when the stream was broadcast without it
         * @throws IllegalStateException when the types are others than those it was broadcast with
         */
        public abstract <K, V> ReadOnlyBroadcastState<K, V> getBroadcastState(
                MapStateDescriptor<K, V> stateDescriptor);
    }
}
