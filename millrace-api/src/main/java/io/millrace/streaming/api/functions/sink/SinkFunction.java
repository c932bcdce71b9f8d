// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.Public;
import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.functions.Function;
import java.io.Serializable;

/**
 * Takes records out of the job; override one of the two {@code invoke} methods. After a failure it
 * sees records again that it has seen before: for exactly-once use {@link
 * TwoPhaseCommitSinkFunction} or a Sink V2.
 */
@Public
public interface SinkFunction<IN> extends Function, Serializable {

    /** Called for each record, by the default of the other form. */
    default void invoke(IN value) throws Exception {}

    /** Called for each record. */
    default void invoke(IN value, Context context) throws Exception {
        invoke(value);
    }

    /** Called for each watermark that reaches the sink. */
    default void writeWatermark(Watermark watermark) throws Exception {}

    /** Called once after the last record of a bounded input; everything buffered must go out. */
    default void finish() throws Exception {}

    /** What surrounds the record. */
    interface Context {

        /** Milliseconds since 1970. */
        long currentProcessingTime();

        long currentWatermark();

        /** The record's timestamp in milliseconds; null when it has none. */
        Long timestamp();
    }
}
