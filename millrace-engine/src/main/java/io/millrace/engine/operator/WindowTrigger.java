// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.state.MergingState;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.metrics.MetricGroup;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.triggers.TriggerResult;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.FlinkRuntimeException;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * The user's trigger, with its context: one object for all calls, which stands at the window that
 * the call is about.
 */
final class WindowTrigger<I, W extends Window> {

    private final OperatorContext context;
    private final Trigger<I, W> trigger;
    private final StatesOfWindows<W> states;
    private final Context callContext = new Context();
    private InternalTimerService<W> timers;

    WindowTrigger(OperatorContext context, Trigger<I, W> trigger, StatesOfWindows<W> states) {
        this.context = context;
        this.trigger = trigger;
        this.states = states;
    }

    void use(InternalTimerService<W> timerService) {
        this.timers = timerService;
    }

    TriggerResult onElement(I value, long timestamp, W window) throws Exception {
        return checked(trigger.onElement(value, timestamp, window, at(window)));
    }

    TriggerResult onEventTime(long time, W window) throws Exception {
        return checked(trigger.onEventTime(time, window, at(window)));
    }

    TriggerResult onProcessingTime(long time, W window) throws Exception {
        return checked(trigger.onProcessingTime(time, window, at(window)));
    }

    void onMerge(W result, List<W> old) throws Exception {
        Context at = at(result);
        at.merged = old;
        try {
            trigger.onMerge(result, at);
        } finally {
            at.merged = null;
        }
    }

    /** The window goes away, and with it all that the trigger remembers of it. */
    void clear(W window) throws Exception {
        trigger.clear(window, at(window));
        states.clear(window);
    }

    private Context at(W window) {
        callContext.window = window;
        return callContext;
    }

    private TriggerResult checked(TriggerResult result) {
        return Objects.requireNonNull(
                result,
                () ->
                        "The trigger "
                                + trigger
                                + " of operator '"
                                + context.operatorName()
                                + "' returned null; it must return a TriggerResult");
    }

    private final class Context implements Trigger.OnMergeContext {
        private W window;

        /** What has become one; null while nothing has. */
        private List<W> merged;

        @Override
        public long getCurrentProcessingTime() {
            return timers.currentProcessingTime();
        }

        @Override
        public MetricGroup getMetricGroup() {
            return context.metrics().group();
        }

        @Override
        public long getCurrentWatermark() {
            return timers.currentWatermark();
        }

        @Override
        public void registerProcessingTimeTimer(long time) {
            timers.registerProcessingTimeTimer(window, time);
        }

        @Override
        public void registerEventTimeTimer(long time) {
            timers.registerEventTimeTimer(window, time);
        }

        @Override
        public void deleteProcessingTimeTimer(long time) {
            timers.deleteProcessingTimeTimer(window, time);
        }

        @Override
        public void deleteEventTimeTimer(long time) {
            timers.deleteEventTimeTimer(window, time);
        }

        @Override
        public <S extends State> S getPartitionedState(StateDescriptor<S, ?> stateDescriptor) {
            return states.of(window, stateDescriptor);
        }

        @Override
        @Deprecated
        public <S extends Serializable> ValueState<S> getKeyValueState(
                String name, Class<S> stateType, S defaultState) {
            return getPartitionedState(new ValueStateDescriptor<>(name, stateType, defaultState));
        }

        @Override
        @Deprecated
        public <S extends Serializable> ValueState<S> getKeyValueState(
                String name, TypeInformation<S> stateType, S defaultState) {
            return getPartitionedState(new ValueStateDescriptor<>(name, stateType, defaultState));
        }

        @Override
        public <S extends MergingState<?, ?>> void mergePartitionedState(
                StateDescriptor<S, ?> stateDescriptor) {
            if (merged == null) {
                throw new IllegalStateException(
                        "The trigger "
                                + trigger
                                + " merges state while no windows merge; that is for onMerge(...) only");
            }
            try {
                states.all(stateDescriptor).merge(window, merged);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new FlinkRuntimeException(
                        "The state '"
                                + stateDescriptor.getName()
                                + "' of the trigger "
                                + trigger
                                + " can't be merged in operator '"
                                + context.operatorName()
                                + "': "
                                + e.getMessage(),
                        e);
            }
        }
    }
}
