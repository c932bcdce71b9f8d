// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.MergingState;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.metrics.MetricGroup;
import io.millrace.streaming.api.windowing.windows.Window;
import java.io.Serializable;

/**
 * Decides when the contents of a window are shown. One object serves all keys and windows of a
 * subtask: what it wants to remember of one it keeps in the context's state, not in fields.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public abstract class Trigger<T, W extends Window> implements Serializable {

    private static final long serialVersionUID = -4104633972991191369L;

    public Trigger() {}

    /**
     * A record was put into the window.
     *
     * @param timestamp of the record, {@code Long.MIN_VALUE} if it has none
     */
    public abstract TriggerResult onElement(T element, long timestamp, W window, TriggerContext ctx)
            throws Exception;

    /** The clock has reached a timer of this window, of the trigger's or the window's own end. */
    public abstract TriggerResult onProcessingTime(long time, W window, TriggerContext ctx)
            throws Exception;

    /** The watermark has reached a timer of this window, of the trigger's or the window's own. */
    public abstract TriggerResult onEventTime(long time, W window, TriggerContext ctx)
            throws Exception;

    /** Whether {@link #onMerge} works, and with it windows that merge; by default it does not. */
    public boolean canMerge() {
        return false;
    }

    /**
     * Windows have become one. What the trigger keeps for the old ones is to be brought together
     * here; afterwards {@link #clear} is called for each of them.
     *
     * @param window the new one
     */
    public void onMerge(W window, OnMergeContext ctx) throws Exception {
        throw new UnsupportedOperationException(
                "The trigger "
                        + getClass().getName()
                        + " does not say what happens when windows merge: let it override canMerge()"
                        + " and onMerge(...), or use another trigger");
    }

    /** The window goes away: timers and state that the trigger has for it are to go as well. */
    public abstract void clear(W window, TriggerContext ctx) throws Exception;

    /** What a trigger can use: for the current key and window. */
    public interface TriggerContext {

        /** The task's clock in milliseconds. */
        long getCurrentProcessingTime();

        /** Where the trigger may count. */
        MetricGroup getMetricGroup();

        /** The watermark, {@code Long.MIN_VALUE} before the first. */
        long getCurrentWatermark();

        /** Has {@link Trigger#onProcessingTime} called when the clock has reached this time. */
        void registerProcessingTimeTimer(long time);

        /** Has {@link Trigger#onEventTime} called when the watermark has reached this time. */
        void registerEventTimeTimer(long time);

        /** Nothing happens when there is none. */
        void deleteProcessingTimeTimer(long time);

        /** Nothing happens when there is none. */
        void deleteEventTimeTimer(long time);

        /** State of the current key and window. */
        <S extends State> S getPartitionedState(StateDescriptor<S, ?> stateDescriptor);

        /**
         * State of the current key and window.
         *
         * @deprecated {@link #getPartitionedState} does the same
         */
        @Deprecated
        <S extends Serializable> ValueState<S> getKeyValueState(
                String name, Class<S> stateType, S defaultState);

        /**
         * State of the current key and window.
         *
         * @deprecated {@link #getPartitionedState} does the same
         */
        @Deprecated
        <S extends Serializable> ValueState<S> getKeyValueState(
                String name, TypeInformation<S> stateType, S defaultState);
    }

    /** What a trigger can use when windows merge: for the new window. */
    public interface OnMergeContext extends TriggerContext {

        /** Takes what the old windows have in this state into that of the new one. */
        <S extends MergingState<?, ?>> void mergePartitionedState(
                StateDescriptor<S, ?> stateDescriptor);
    }
}
