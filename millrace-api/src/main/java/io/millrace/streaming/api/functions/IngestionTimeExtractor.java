// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.streaming.api.watermark.Watermark;

/** Takes the clock on the wall for the time of each record. */
public class IngestionTimeExtractor<T> implements AssignerWithPeriodicWatermarks<T> {

    private static final long serialVersionUID = -4072216356049069301L;

    private long latest = Long.MIN_VALUE;

    public IngestionTimeExtractor() {}

    /** The clock, never running backwards. */
    @Override
    public long extractTimestamp(T element, long recordTimestamp) {
        latest = Math.max(latest, System.currentTimeMillis());
        return latest;
    }

    @Override
    public Watermark getCurrentWatermark() {
        latest = Math.max(latest, System.currentTimeMillis());
        return new Watermark(latest - 1);
    }
}
