// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.Output;
import io.millrace.util.Collector;

/**
 * The collector that user functions see: adds the timestamp of the record or timer that is being
 * worked on. One per operator, so nothing is allocated per record.
 */
final class Emitter<T> implements Collector<T> {

    private final Output<T> out;

    /** Timestamp of what is emitted now. */
    long timestamp = Output.NO_TIMESTAMP;

    Emitter(Output<T> out) {
        this.out = out;
    }

    @Override
    public void collect(T value) {
        out.collect(value, timestamp);
    }

    /** Nothing to close: the stream ends when the job ends, not when a function says so. */
    @Override
    public void close() {}
}
