// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.api.common.eventtime.Watermark;
import java.io.IOException;

/** Writes records. All calls come from its task, one at a time. */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public interface SinkWriter<InputT> extends AutoCloseable {

    /** Writes one record. */
    void write(InputT element, Context context) throws IOException, InterruptedException;

    /**
     * Sends on everything buffered; called before each checkpoint and at the end.
     *
     * @param endOfInput no record will follow
     */
    void flush(boolean endOfInput) throws IOException, InterruptedException;

    /** Called for each watermark that reaches the sink. */
    default void writeWatermark(Watermark watermark) throws IOException, InterruptedException {}

    /** What surrounds a record. */
    interface Context {

        long currentWatermark();

        /** The record's timestamp in milliseconds; null when it has none. */
        Long timestamp();
    }
}
