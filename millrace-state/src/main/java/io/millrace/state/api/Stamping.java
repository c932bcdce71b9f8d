// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.Collector;

/** Puts the timestamp of a record beside it: results of a job have none. */
final class Stamping<T> extends ProcessFunction<T, Tuple2<T, Long>> {
    private static final long serialVersionUID = 1L;

    /** Stands for no timestamp. */
    static final long NONE = Long.MIN_VALUE;

    @Override
    public void processElement(T value, Context ctx, Collector<Tuple2<T, Long>> out) {
        Long timestamp = ctx.timestamp();
        out.collect(Tuple2.of(value, timestamp == null ? NONE : timestamp));
    }
}
