// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import java.time.Duration;

/** A strategy whose sources wait for each other. */
final class WatermarksWithWatermarkAlignment<T> implements WatermarkStrategy<T> {

    private static final long serialVersionUID = 1L;

    private final WatermarkStrategy<T> baseStrategy;
    private final WatermarkAlignmentParams params;

    WatermarksWithWatermarkAlignment(
            WatermarkStrategy<T> baseStrategy,
            String watermarkGroup,
            Duration maxAllowedWatermarkDrift,
            Duration updateInterval) {
        this.baseStrategy = baseStrategy;
        checkArgument(
                !maxAllowedWatermarkDrift.isNegative(),
                "A source can't be kept behind the slowest of its group, by a drift of %s.",
                maxAllowedWatermarkDrift);
        checkArgument(
                updateInterval.toMillis() > 0,
                "Sources compare how far they are every so often, 1 ms or more apart, not every %s.",
                updateInterval);
        this.params =
                new WatermarkAlignmentParams(
                        maxAllowedWatermarkDrift.toMillis(),
                        checkNotNull(watermarkGroup, "The watermark group is null."),
                        updateInterval.toMillis());
    }

    @Override
    public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
        return baseStrategy.createTimestampAssigner(context);
    }

    @Override
    public WatermarkGenerator<T> createWatermarkGenerator(
            WatermarkGeneratorSupplier.Context context) {
        return baseStrategy.createWatermarkGenerator(context);
    }

    @Override
    public WatermarkAlignmentParams getAlignmentParameters() {
        return params;
    }
}
