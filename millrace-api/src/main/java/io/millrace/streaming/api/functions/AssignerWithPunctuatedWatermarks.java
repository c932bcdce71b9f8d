// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.streaming.api.watermark.Watermark;

/** Older form of a watermark strategy: asked for a watermark after each record. */
public interface AssignerWithPunctuatedWatermarks<T> extends TimestampAssigner<T> {

    /**
     * The watermark after this record; null says nothing new.
     *
     * @param extractedTimestamp what {@link #extractTimestamp} said of the record
     */
    Watermark checkAndGetNextWatermark(T lastElement, long extractedTimestamp);
}
