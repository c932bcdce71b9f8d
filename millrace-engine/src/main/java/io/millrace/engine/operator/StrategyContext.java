// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.TimestampAssignerSupplier;
import io.millrace.api.common.eventtime.WatermarkGeneratorSupplier;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.time.Clock;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.clock.RelativeClock;

/**
 * What a watermark strategy learns when its parts are made. Idleness goes by a clock of the engine
 * that stands still while the input is held up.
 *
 * @param activity that clock
 */
record StrategyContext(OperatorContext context, Clock activity)
        implements WatermarkGeneratorSupplier.Context, TimestampAssignerSupplier.Context {

    @Override
    public MetricGroup getMetricGroup() {
        return context.metrics().group();
    }

    @Override
    public RelativeClock getInputActivityClock() {
        return new RelativeClock() {
            @Override
            public long relativeTimeMillis() {
                return activity.nanos() / 1_000_000;
            }

            @Override
            public long relativeTimeNanos() {
                return activity.nanos();
            }
        };
    }
}
