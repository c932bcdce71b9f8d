// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.Serial;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;

/** Takes records and does nothing. */
public class DiscardingSink<T> implements SinkFunction<T> {
    @Serial private static final long serialVersionUID = 1L;

    @Override
    public void invoke(T value, Context context) {}
}
