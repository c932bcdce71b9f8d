// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import java.io.Serializable;
import java.util.Collection;

/**
 * Says which windows a record belongs to: none, one or several.
 *
 * @param <T> the records
 * @param <W> the windows
 */
@PublicEvolving
public abstract class WindowAssigner<T, W extends Window> implements Serializable {

    private static final long serialVersionUID = 1L;

    public WindowAssigner() {}

    /**
     * The windows of one record.
     *
     * @param timestamp of the record, {@code Long.MIN_VALUE} if it has none
     */
    public abstract Collection<W> assignWindows(
            T element, long timestamp, WindowAssignerContext context);

    /** The trigger where the program names none. */
    public Trigger<T, W> getDefaultTrigger() {
        return getDefaultTrigger(new StreamExecutionEnvironment());
    }

    /**
     * The trigger where the program names none.
     *
     * @deprecated the one without a parameter is what is called; by default it calls this one
     */
    @Deprecated
    public abstract Trigger<T, W> getDefaultTrigger(StreamExecutionEnvironment env);

    /** Writes the windows into checkpoints. */
    public abstract TypeSerializer<W> getWindowSerializer(ExecutionConfig executionConfig);

    /** Whether the windows are parts of event time: only then can a record be late for them. */
    public abstract boolean isEventTime();

    /** What an assigner may ask. */
    public abstract static class WindowAssignerContext {

        public WindowAssignerContext() {}

        /** The task's clock in milliseconds. */
        public abstract long getCurrentProcessingTime();
    }
}
