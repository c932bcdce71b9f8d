// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.Output;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;

/** Writes down what an operator emits, one line each. */
final class Recorder<T> implements Output<T> {
    final List<String> lines = new ArrayList<>();

    /** What was emitted since the last call. */
    List<String> take() {
        List<String> taken = new ArrayList<>(lines);
        lines.clear();
        return taken;
    }

    private static String at(long timestamp) {
        return timestamp == NO_TIMESTAMP ? "" : "@" + timestamp;
    }

    @Override
    public void collect(T value, long timestamp) {
        lines.add(value + at(timestamp));
    }

    @Override
    public <X> void side(OutputTag<X> tag, X value, long timestamp) {
        lines.add(tag.getId() + ": " + value + at(timestamp));
    }

    @Override
    public void watermark(long timestamp) {
        lines.add("watermark " + (timestamp == Long.MAX_VALUE ? "MAX" : timestamp));
    }

    @Override
    public void idle(boolean idle) {
        lines.add(idle ? "idle" : "active");
    }
}
