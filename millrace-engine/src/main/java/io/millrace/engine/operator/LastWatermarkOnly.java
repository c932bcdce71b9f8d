// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.Output;
import io.millrace.util.OutputTag;

/**
 * What a source, or an assigner of timestamps, emits to in a batch job: event time stands still
 * until its end, and nobody is idle.
 */
final class LastWatermarkOnly<T> implements Output<T> {

    private final Output<T> out;

    LastWatermarkOnly(Output<T> out) {
        this.out = out;
    }

    @Override
    public void collect(T value, long timestamp) {
        out.collect(value, timestamp);
    }

    @Override
    public <X> void side(OutputTag<X> tag, X value, long timestamp) {
        out.side(tag, value, timestamp);
    }

    @Override
    public void watermark(long timestamp) {
        if (timestamp == Long.MAX_VALUE) {
            out.watermark(timestamp);
        }
    }

    @Override
    public void idle(boolean idle) {}
}
