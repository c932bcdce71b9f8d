// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.eventtime.TimestampAssigner;
import io.millrace.api.common.eventtime.TimestampAssignerSupplier;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkGeneratorSupplier;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.functions.AssignerWithPunctuatedWatermarks;
import io.millrace.streaming.api.watermark.Watermark;

/** An older assigner in the form of a strategy; see {@link PeriodicAssignerStrategy}. */
final class PunctuatedAssignerStrategy<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final AssignerWithPunctuatedWatermarks<T> assigner;

    PunctuatedAssignerStrategy(AssignerWithPunctuatedWatermarks<T> assigner) {
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
            public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {
                Watermark next = assigner.checkAndGetNextWatermark(event, eventTimestamp);
                if (next != null && next.getTimestamp() > last) {
                    last = next.getTimestamp();
                    output.emitWatermark(new io.millrace.api.common.eventtime.Watermark(last));
                }
            }

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {}
        };
    }
}
