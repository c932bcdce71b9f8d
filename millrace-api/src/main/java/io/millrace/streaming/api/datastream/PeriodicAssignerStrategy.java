// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.eventtime.TimestampAssigner;
import io.millrace.api.common.eventtime.TimestampAssignerSupplier;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkGeneratorSupplier;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.functions.AssignerWithPeriodicWatermarks;
import io.millrace.streaming.api.watermark.Watermark;

/**
 * An older assigner in the form of a strategy. Timestamps and watermarks come from the same object,
 * which remembers the one to tell the other; each subtask has a copy of the strategy and so of that
 * object.
 */
final class PeriodicAssignerStrategy<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final AssignerWithPeriodicWatermarks<T> assigner;

    PeriodicAssignerStrategy(AssignerWithPeriodicWatermarks<T> assigner) {
        this.assigner = assigner;
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return assigner;
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return new WatermarkGenerator<>() {
            private long last = Long.MIN_VALUE;

            @Override
            public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {}

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {
                Watermark next = assigner.getCurrentWatermark();
                if (next != null && next.getTimestamp() > last) {
                    last = next.getTimestamp();
                    output.emitWatermark(new io.millrace.api.common.eventtime.Watermark(last));
                }
            }
        };
    }
}
