// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.NoWatermarksGenerator;
import io.millrace.api.common.eventtime.TimestampAssigner;
import io.millrace.api.common.eventtime.TimestampAssignerSupplier;
import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkAlignmentParams;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkGeneratorSupplier;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.engine.time.Clock;

/**
 * The time of a record is that at which it enters, by a clock that never runs backwards: for
 * programs that say {@code TimeCharacteristic.IngestionTime}. A record that its source or strategy
 * gives a timestamp keeps it.
 */
final class IngestionTime<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final transient WatermarkStrategy<T> base;
    private final transient Entering entering;

    /**
     * @param base what the program said of the source
     */
    IngestionTime(WatermarkStrategy<T> base, Clock clock) {
        this.base = base;
        this.entering = new Entering(clock);
    }

    /** The time now, never less than it was. */
    static final class Entering {
        private final Clock clock;
        private long latest = Long.MIN_VALUE;

        Entering(Clock clock) {
            this.clock = clock;
        }

        long now() {
            latest = Math.max(latest, clock.millis());
            return latest;
        }

        /** Whatever enters from now on has a later timestamp. */
        long watermark() {
            return now() - 1;
        }
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        TimestampAssigner<T> of = base.createTimestampAssigner(context);
        return (element, before) -> {
            long told = of.extractTimestamp(element, before);
            return told == TimestampAssigner.NO_TIMESTAMP ? entering.now() : told;
        };
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        WatermarkGenerator<T> of = base.createWatermarkGenerator(context);
        if (!(of instanceof NoWatermarksGenerator)) {
            return of;
        }
        return new WatermarkGenerator<>() {
            @Override
            public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {}

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {
                output.emitWatermark(new Watermark(entering.watermark()));
            }
        };
    }

    @Override
    public WatermarkAlignmentParams getAlignmentParameters() {
        return base.getAlignmentParameters();
    }
}
