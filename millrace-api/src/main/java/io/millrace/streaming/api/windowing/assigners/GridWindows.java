// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.WindowGrid;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.TimeWindow;

/** What windows that lie on a grid have in common, whichever time they are of. */
abstract class GridWindows extends WindowAssigner<Object, TimeWindow> {

    private static final long serialVersionUID = 1L;

    /** What the assigner is called in errors and plans. */
    final String name;

    final WindowTime time;
    final long size;
    final long slide;
    final long offset;

    GridWindows(String name, WindowTime time, long size, long slide, long offset) {
        AlignedWindows.check(name, size, slide, offset);
        this.name = name;
        this.time = time;
        this.size = size;
        this.slide = slide;
        this.offset = offset;
    }

    /** Null when it is not known before the first record. */
    WindowGrid grid() {
        return new WindowGrid(size, slide, offset);
    }

    @Override
    public Trigger<Object, TimeWindow> getDefaultTrigger() {
        return time.trigger();
    }

    @Override
    @Deprecated
    public Trigger<Object, TimeWindow> getDefaultTrigger(StreamExecutionEnvironment env) {
        return getDefaultTrigger();
    }

    @Override
    public TypeSerializer<TimeWindow> getWindowSerializer(ExecutionConfig executionConfig) {
        return new TimeWindow.Serializer();
    }

    @Override
    public boolean isEventTime() {
        return time == WindowTime.EVENT;
    }
}
