// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.triggers;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.functions.windowing.delta.DeltaFunction;
import io.millrace.streaming.api.windowing.windows.Window;
import java.util.Objects;

/**
 * Shows a window when a record is further than the threshold from the one it was shown for last,
 * or, before that, from its first.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public class DeltaTrigger<T, W extends Window> extends Trigger<T, W> {

    private static final long serialVersionUID = 1L;

    private final DeltaFunction<T> deltaFunction;
    private final double threshold;
    private final TypeSerializer<T> serializer;
    private final ValueStateDescriptor<T> stateDesc;

    private DeltaTrigger(
            double threshold, DeltaFunction<T> deltaFunction, TypeSerializer<T> serializer) {
        this.deltaFunction = Objects.requireNonNull(deltaFunction, "deltaFunction");
        this.threshold = threshold;
        this.serializer = Objects.requireNonNull(serializer, "stateSerializer");
        this.stateDesc = new ValueStateDescriptor<>("last-element", serializer);
    }

    /**
     * Shows windows by the distance of records.
     *
     * @param stateSerializer of the records, one of which is remembered per window
     */
    public static <T, W extends Window> DeltaTrigger<T, W> of(
            double threshold, DeltaFunction<T> deltaFunction, TypeSerializer<T> stateSerializer) {
        return new DeltaTrigger<>(threshold, deltaFunction, stateSerializer);
    }

    @Override
    public TriggerResult onElement(T element, long timestamp, W window, TriggerContext ctx)
            throws Exception {
        ValueState<T> last = ctx.getPartitionedState(stateDesc);
        T before = last.value();
        if (before == null) {
            last.update(own(element));
            return TriggerResult.CONTINUE;
        }
        if (deltaFunction.getDelta(before, element) > threshold) {
            last.update(own(element));
            return TriggerResult.FIRE;
        }
        return TriggerResult.CONTINUE;
    }

    /** The record is in the window as well, where a function may change it. */
    private T own(T element) {
        return serializer.isImmutableType() ? element : serializer.copy(element);
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext ctx) {
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext ctx)
            throws Exception {
        return TriggerResult.CONTINUE;
    }

    @Override
    public void clear(W window, TriggerContext ctx) throws Exception {
        ctx.getPartitionedState(stateDesc).clear();
    }

    @Override
    public String toString() {
        return "DeltaTrigger(" + deltaFunction + ", " + threshold + ")";
    }
}
