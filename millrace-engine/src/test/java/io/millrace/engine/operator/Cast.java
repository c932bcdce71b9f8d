// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.Output;
import io.millrace.util.OutputTag;

/** An output of a narrower type into a recorder of everything. */
record Cast<T>(Output<Object> out) implements Output<T> {

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
        out.watermark(timestamp);
    }

    @Override
    public void idle(boolean idle) {
        out.idle(idle);
    }
}
