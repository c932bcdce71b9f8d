// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.windows.Window;

/** {@code getDefaultTrigger(StreamExecutionEnvironment)}, which takes nothing now. */
public final class DefaultTriggers {

    private DefaultTriggers() {}

    /** An environment of no one, as Flink 1 gave since it had the method without one. */
    public static StreamExecutionEnvironment forward() {
        return new StreamExecutionEnvironment();
    }

    public static <T, W extends Window> Trigger<T, W> getDefaultTrigger(
            WindowAssigner<T, W> assigner, StreamExecutionEnvironment env) {
        return assigner.getDefaultTrigger();
    }
}
