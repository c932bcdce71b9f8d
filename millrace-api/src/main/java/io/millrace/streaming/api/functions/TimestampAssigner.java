// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.api.common.functions.Function;

/** Says at what time a record happened; the older form, which is a function of its own. */
public interface TimestampAssigner<T>
        extends io.millrace.api.common.eventtime.TimestampAssigner<T>, Function {

    @Override
    long extractTimestamp(T element, long recordTimestamp);
}
